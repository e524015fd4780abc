/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The search of the manual, which needs no server: search-index.js, beside each page, has the words of all sections. It is a
 * script, because a page that is a file must not read other files, and is loaded when the field is used. */
'use strict';

/* Returns the words of a text, as make-manual.py finds those of a section. */
function listWords(text) {
    const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

    return letters.match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
}

function hasWord(words, beginning) {
    return ` ${words}`.includes(` ${beginning}`);
}

/* Returns the sections with words that begin as those of a text, and first those with most of them in the title. */
function findSections(index, text) {
    const wanted = listWords(text);
    const rank = ([, , title]) => {
        const words = listWords(title).join(' ');

        return wanted.filter(word => hasWord(words, word)).length;
    };

    if (wanted.length === 0)
        return [];
    return index.sections
        .filter(([, , , words]) => wanted.every(word => hasWord(words, word)))
        .map(section => [rank(section), section])
        .sort(([a], [b]) => b - a)
        .map(([, section]) => section);
}

function makeItem(index, [number, id, title]) {
    const [place, chapter, language] = index.pages[number];
    const item = document.createElement('li');
    const link = document.createElement('a');

    link.href = `${place}#${id}`;
    link.textContent = title;
    item.append(link);
    if (language)
        item.lang = link.hreflang = language;
    if (chapter !== title) {
        const small = document.createElement('small');

        small.textContent = chapter;
        item.append(' ', small);
    }
    return item;
}

function describe(texts, text, n) {
    if (listWords(text).length === 0)
        return '';
    if (n === 0)
        return texts.none;
    return n === 1 ? texts.one : texts.many.replace('#', n);
}

/* Arrow keys walk the field and the results, Escape clears them. */
function onKey(event, field, list, clear) {
    const places = [field, ...list.querySelectorAll('a')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];

    if (event.key === 'Escape') {
        clear();
        field.focus();
    } else if (step) {
        event.preventDefault();
        places[places.indexOf(document.activeElement) + step]?.focus();
    }
}

function start(form) {
    const field = form.querySelector('input');
    const status = form.querySelector('[role=status]');
    const list = form.querySelector('ul');
    const show = () => {
        const index = globalThis.manualIndex;

        if (!index)
            return;
        const found = findSections(index, field.value);
        list.replaceChildren(...found.map(section => makeItem(index, section)));
        status.textContent = describe(form.dataset, field.value, found.length);
    };
    const load = () => {
        const script = document.createElement('script');

        script.src = 'search-index.js';
        script.addEventListener('load', show);
        document.head.append(script);
    };

    field.addEventListener('focus', load, { once: true });
    field.addEventListener('input', show);
    form.addEventListener('keydown', event => onKey(event, field, list, () => {
        field.value = '';
        show();
    }));
    form.addEventListener('submit', event => {
        event.preventDefault();
        list.querySelector('a')?.click();
    });
    form.hidden = false;
}

if (globalThis.document)
    start(document.getElementById('search-form'));
