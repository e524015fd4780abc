# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The words of the manual's pages around the chapters, in the languages that have chapters."""

GERMAN = {
    "# sections": "# Abschnitte",
    "(in English)": "(englisch)",
    "1 section": "1 Abschnitt",
    "Arabic": "Arabisch",
    "Back": "Zurück",
    "Chapters": "Kapitel",
    "English": "Englisch",
    "French": "Französisch",
    "German": "Deutsch",
    "In English": "Auf Englisch",
    "Japanese": "Japanisch",
    "Next": "Weiter",
    "No section has all these words": "Kein Abschnitt hat alle diese Wörter",
    "Search": "Suche",
    "Simplified Chinese": "Chinesisch (vereinfacht)",
    "Spanish": "Spanisch",
    "all": "alle",
    "chapters of this manual": "Kapitel dieses Handbuchs",
    "format": "Format",
    "is written": "wird geschrieben",
    "kept": "erhalten",
    "language": "Sprache",
    "lost": "verloren",
    "no": "nein",
    "opens": "wird geöffnet",
    "paragraphs of man pages": "Absätze der Man-Pages",
    "test": "Test",
    "texts of window and programs": "Texte von Fenster und Programmen",
    "yes": "ja",
    "yes, when it is recorded": "ja, beim Aufzeichnen",
}

# The name of each language in itself, and its words; English words are their own.
LANGUAGES = {
    "en": ("English", {}),
    "de": ("Deutsch", GERMAN),
}


def get_name(language):
    return LANGUAGES[language][0]


def translate(language, word):
    """Returns an English word in a language; a word that is missing there is an error."""
    name, words = LANGUAGES[language]
    if language != "en" and word not in words:
        raise ValueError(f"words.py: “{word}” is not in {name}")
    return words.get(word, word)
