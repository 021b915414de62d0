import type { SearchedSection } from './render-guides.ts';

interface Hit {
  section: SearchedSection;
  score: number;
  snippet: string;
}

/** Key under which the console keeps the theme of the person. */
const SCHEME_KEY = 'mantine-color-scheme-value';
const MAX_HITS = 8;
const SNIPPET_LENGTH = 140;

const root = document.documentElement;
const storedScheme = localStorage.getItem(SCHEME_KEY);
if (storedScheme === 'light' || storedScheme === 'dark') root.dataset.scheme = storedScheme;
offerOtherScheme();
offerSearch();
foldPages();

function offerOtherScheme(): void {
  const button = document.querySelector<HTMLButtonElement>('#scheme');
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.scheme === undefined ? dark.matches : root.dataset.scheme === 'dark');
  const getOther = () => (isDark() ? 'light' : 'dark');
  const offer = () => {
    const other = getOther();
    button?.setAttribute('aria-label', `Use the ${other} theme`);
    if (button) button.dataset.other = other;
  };
  offer();
  dark.addEventListener('change', offer);
  button?.addEventListener('click', () => {
    const scheme = getOther();
    localStorage.setItem(SCHEME_KEY, scheme);
    root.dataset.scheme = scheme;
    offer();
  });
}

/** On a phone, the list of guides would stand above each of them. */
function foldPages(): void {
  const pages = document.querySelector<HTMLDetailsElement>('.pages');
  const wide = window.matchMedia('(min-width: 60rem)');
  const fold = () => pages?.toggleAttribute('open', wide.matches);
  fold();
  wide.addEventListener('change', fold);
}

function offerSearch(): void {
  const field = document.querySelector<HTMLInputElement>('#search');
  const results = document.querySelector<HTMLElement>('#results');
  if (!field || !results) return;
  let sections: Promise<SearchedSection[]> | undefined;
  const search = async () => {
    sections ??= loadSections();
    const typed = field.value;
    const hits = findHits(await sections, typed);
    if (typed === field.value) show(results, typed, hits);
  };
  field.addEventListener('focus', () => void search());
  field.addEventListener('input', () => void search());
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') results.hidden = true;
    if (event.key === '/' && !(event.target instanceof HTMLInputElement)) {
      event.preventDefault();
      field.focus();
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event, field, results);
  });
  document.addEventListener('focusin', ({ target }) => {
    if (target !== field && !results.contains(target as Node)) results.hidden = true;
  });
  document.addEventListener('click', ({ target }) => {
    if (target !== field && !results.contains(target as Node)) results.hidden = true;
  });
}

async function loadSections(): Promise<SearchedSection[]> {
  const answer = await fetch('/guides/search.json');
  return answer.ok ? answer.json() : [];
}

/** Moves between the field and the results as in a list. */
function moveFocus(event: KeyboardEvent, field: HTMLElement, results: HTMLElement): void {
  const places = [field, ...results.querySelectorAll('a')];
  const at = places.indexOf(document.activeElement as HTMLElement);
  if (results.hidden || at < 0) return;
  event.preventDefault();
  places[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function splitWords(folded: string): string[] {
  return folded.split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
}

/** True for a text with a word that begins like the typed one. */
function hasWord(folded: string, typed: string): boolean {
  return splitWords(folded).some((word) => word.startsWith(typed));
}

/** Finds the sections that hold every word: those that name it first. */
function findHits(sections: readonly SearchedSection[], typed: string): Hit[] {
  const words = splitWords(fold(typed));
  if (words.length === 0) return [];
  const hits = sections.flatMap((section): Hit[] => {
    const [guide, heading, text] = [section.guide, section.heading, section.text].map(fold) as [
      string,
      string,
      string,
    ];
    const scores = words.map((word) => {
      const count = text.split(word).length - 1;
      return (hasWord(heading, word) ? 20 : 0) + (hasWord(guide, word) ? 8 : 0) + Math.min(count, 5);
    });
    if (scores.some((score) => score === 0)) return [];
    const score = scores.reduce((sum, each) => sum + each, 0);
    return [{ section, score, snippet: cutSnippet(section.text, words) }];
  });
  return hits.toSorted((one, other) => other.score - one.score).slice(0, MAX_HITS);
}

function cutSnippet(text: string, words: readonly string[]): string {
  const folded = fold(text);
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...places, text.length) - 40);
  const begin = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const cut = text.slice(begin, begin + SNIPPET_LENGTH);
  return `${begin > 0 ? '… ' : ''}${cut}${begin + SNIPPET_LENGTH < text.length ? ' …' : ''}`;
}

function show(results: HTMLElement, typed: string, hits: readonly Hit[]): void {
  results.hidden = typed.trim() === '';
  if (hits.length === 0) {
    results.replaceChildren(build('p', `Nothing found for “${typed.trim()}”.`));
    return;
  }
  const list = document.createElement('ul');
  for (const { section, snippet } of hits) {
    const link = document.createElement('a');
    link.href = `/guides/${section.page}#${section.id}`;
    const place = section.heading === section.guide ? 'Guide' : section.guide;
    link.append(build('small', place), build('b', section.heading), build('span', snippet));
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  results.replaceChildren(list);
}

function build(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
