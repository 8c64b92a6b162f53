// The page: asks the gateway every two seconds, and carries out what is clicked.

import { byId, setText } from './dom.js';
import { clock, count } from './format.js';
import { explained, refused } from './inspector.js';
import { Panels, Sections, actions } from './panels.js';

const EVERY = 2000;
const SECTIONS_EVERY = 5;

const panels = new Panels();
const sections = new Sections();
let since = 0;
let csrf = { header: '', token: '' };
let paused = false;
let round = 0;
let timer = 0;
let generation = 0;
let shownAt = '';
let mayPurge = false;
let mayInspect = false;

async function asked(path, options) {
  const response = await fetch('larder/' + path, { credentials: 'same-origin', ...options })
    .catch(() => { throw new Error('The gateway does not answer.'); });
  const type = response.headers.get('Content-Type') ?? '';
  const answer = type.includes('json') ? await response.json() : null;
  if (!response.ok || answer === null) {
    throw new Error(answer?.detail ?? (response.status === 401 || response.status === 403
      ? 'You may not see this, or not any more. Load the page again to sign in.'
      : 'The gateway answered ' + response.status + '.'));
  }
  return answer;
}

function problem(text) {
  byId('problem').hidden = text === '';
  setText(byId('problem'), text);
}

/** Starts asking anew unless nobody looks; whatever is under way then comes to nothing. */
function restart() {
  clearTimeout(timer);
  generation++;
  if (!paused && !document.hidden) return refresh(generation);
}

async function refresh(mine) {
  try {
    const answer = await asked('data?since=' + since);
    if (mine !== generation) return;
    show(answer);
    if (round % SECTIONS_EVERY === 0) {
      const others = await asked('sections');
      if (mine !== generation) return;
      sections.show(others);
    }
    round++;
    problem('');
  } catch (error) {
    if (mine !== generation) return;
    if (error instanceof TypeError) console.error(error);
    problem(error.message);
    setText(byId('state'), 'Not live');
  }
  timer = setTimeout(refresh, EVERY, mine);
}

function show(answer) {
  const { points, writeEnabled, inspects, at } = answer.data;
  csrf = answer.csrf;
  mayPurge = writeEnabled;
  byId('purge').hidden = !mayPurge;
  byId('purge-link').hidden = !mayPurge;
  mayInspect = inspects;
  byId('inspector').hidden = !inspects;
  byId('inspector-link').hidden = !inspects;
  const anew = points.length > 0 && points[0].number <= since;
  since = points.at(-1)?.number ?? since;
  panels.show(answer.data, anew);
  shownAt = clock(at);
  setText(byId('state'), 'Live at ' + shownAt);
}

async function inspect(url) {
  byId('inspect-url').value = url;
  try {
    explained(await asked('inspect?url=' + encodeURIComponent(url)));
  } catch (error) {
    refused(error.message);
  }
}

function confirmed(words) {
  const dialog = byId('confirm');
  setText(byId('confirm-text'), 'Purge ' + words + '?');
  dialog.returnValue = 'no';
  dialog.showModal();
  return new Promise(resolve =>
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true }));
}

async function purge(kind, value, words, soft) {
  if (!await confirmed(words)) return;
  const order = kind === 'everything' ? { purge: kind } : { purge: kind, value };
  const headers = { 'Content-Type': 'application/json' };
  if (csrf.header !== '') headers[csrf.header] = csrf.token;
  try {
    const report = await asked('purge', { method: 'POST', headers, body: JSON.stringify({ ...order, soft: soft === true }) });
    setText(byId('purge-result'), 'Purged ' + words + ': ' + count(report.entries) + (report.entries === 1 ? ' entry.' : ' entries.'));
    problem('');
  } catch (error) {
    setText(byId('purge-result'), 'Not purged. ' + error.message);
    problem('Not purged. ' + error.message);
  }
  await restart();
}

actions.mayPurge = () => mayPurge;
actions.mayInspect = () => mayInspect;
actions.purge = purge;
actions.inspect = async url => {
  await inspect(url);
  byId('inspector').scrollIntoView();
  byId('inspect-url').focus({ preventScroll: true });
};

byId('inspect-form').addEventListener('submit', event => {
  event.preventDefault();
  inspect(byId('inspect-url').value.trim());
});

byId('purge-kind').addEventListener('change', () => {
  byId('purge-value').disabled = byId('purge-kind').value === 'everything';
});

byId('purge-form').addEventListener('submit', event => {
  event.preventDefault();
  const kind = byId('purge-kind');
  const value = byId('purge-value').value.trim();
  const words = kind.value === 'everything' ? 'everything' : kind.selectedOptions[0].textContent + ': ' + value;
  purge(kind.value, value, words, byId('purge-soft').checked);
});

byId('pause').addEventListener('click', () => {
  paused = !paused;
  byId('pause').setAttribute('aria-pressed', String(paused));
  if (paused) setText(byId('state'), 'Paused at ' + shownAt);
  restart();
});

document.addEventListener('visibilitychange', restart);

restart();
