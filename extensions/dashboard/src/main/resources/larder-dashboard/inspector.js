// Why a URL is answered from the store or not, question by question.

import { byId, el, table } from './dom.js';
import { bytes, count } from './format.js';

const WORDS = { PASSED: 'yes', STOPPED: 'ends here', NOT_ASKED: 'not asked', NOTED: 'note' };

const step = ({ question, section, outcome, text }) =>
  el('li', { className: outcome.toLowerCase().replace('_', '-') },
    el('span', { className: 'outcome' }, WORDS[outcome]),
    el('span', { className: 'question' }, question),
    el('span', { className: 'section' }, section),
    text ? el('span', { className: 'said' }, text === 'Yes.' ? '' : text) : null);

function ladders(steps) {
  const stories = new Map();
  steps.forEach(one => stories.set(one.about, [...stories.get(one.about) ?? [], one]));
  return [...stories].flatMap(([about, of]) => [el('h3', {}, about), el('ol', { className: 'steps' }, ...of.map(step))]);
}

function variants(entry) {
  const rows = entry.variants.map(variant => [
    String(variant.status), bytes(variant.bytes), count(variant.currentAgeSeconds) + ' s',
    count(variant.freshnessLifetimeSeconds) + ' s', count(variant.ttlSeconds) + ' s',
    Object.entries(variant.selectedBy).map(([name, value]) => name + ': ' + value).join('; ') || '-',
    variant.fields['Cache-Control'] ?? variant.fields['cache-control'] ?? '-',
  ]);
  return table('Stored for ' + (entry.authority || 'any host') + ', pool ' + entry.pool,
    ['status', 'size', 'age', 'lifetime', 'left', 'selected by', 'Cache-Control'], rows);
}

export function explained({ conclusion, steps, entries }) {
  byId('inspect-result').replaceChildren(
    el('p', { className: 'conclusion' }, conclusion), ...ladders(steps), ...entries.map(variants));
}

export function refused(detail) {
  byId('inspect-result').replaceChildren(el('p', { className: 'problem' }, detail));
}
