// SPDX-License-Identifier: LGPL-2.1-or-later
// Copyright 2026 The Gscope authors

// The search of the manual: test-search.js SEARCH
const { GLib } = imports.gi;

const [, bytes] = GLib.file_get_contents(ARGV[0]);
const findSections = new Function(`${new TextDecoder().decode(bytes)}; return findSections;`)();
const index = {
    pages: [['a.html', 'Recording', ''], ['b.html', 'Überschwingen', 'de']],
    sections: [
        [0, 'recording', 'Recording', 'a export file of samples recording'],
        [0, 'export', 'Export', 'export file formats of recordings'],
        [1, 'overshoot', 'Überschwingen', 'nach einem sprung uberschwingen'],
    ],
};

function check(text, expected) {
    const found = findSections(index, text).map(section => section[1]).join(' ');

    if (found !== expected)
        throw new Error(`“${text}” finds “${found}” instead of “${expected}”`);
}

check('file', 'recording export');
check('FILE recordings', 'export');
check('record', 'recording export');
// a section with a word in its title comes first
check('export', 'export recording');
check('file export', 'export recording');
check('überschw', 'overshoot');
check('uberschwingen sprung', 'overshoot');
// within a word, or not at all
check('port', '');
check('samples formats', '');
check('', '');
check('a', '');
