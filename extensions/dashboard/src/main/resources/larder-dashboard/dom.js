// Elements. What the gateway says is set as text, never as markup.

export const byId = id => document.getElementById(id);

export function el(name, properties, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key in element && key !== 'list') element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export const button = (text, label, onclick, className) =>
  el('button', { type: 'button', onclick, className: className ?? '', 'aria-label': label }, text);

/**
 * A table that is filled again and again and keeps its rows, so that nothing under a finger or a focus goes away.
 *
 * columns: {title, text(row), number?, wide?, fill?(row, cell)}; the first is the heading of its row.
 */
export class Grid {
  #body = el('tbody');
  #rows = new Map();
  #columns;
  #none;
  #place;

  constructor(place, caption, columns, none) {
    this.#columns = columns;
    this.#place = place;
    this.#none = el('p', { className: 'empty' }, none);
    const heads = columns.map(column => el('th', { scope: 'col', className: classes(column) }, column.title));
    const table = el('table', { className: 'grid' }, el('caption', {}, caption),
      el('thead', {}, el('tr', {}, ...heads)), this.#body);
    place.replaceChildren(
      el('div', { className: 'scroll', tabIndex: 0, role: 'region', 'aria-label': caption }, table), this.#none);
  }

  fill(rows, key) {
    const kept = new Map();
    const seen = new Map();
    rows.forEach((row, index) => {
      const ordinal = seen.get(key(row)) ?? 0;
      seen.set(key(row), ordinal + 1);
      const name = key(row) + '\n' + ordinal;
      const line = this.#rows.get(name) ?? this.#line(row);
      this.#update(line, row);
      kept.set(name, line);
      if (this.#body.children[index] !== line) this.#body.insertBefore(line, this.#body.children[index] ?? null);
    });
    for (const [name, line] of this.#rows) if (!kept.has(name)) line.remove();
    this.#rows = kept;
    this.#none.hidden = rows.length > 0;
  }

  #line(row) {
    const cells = this.#columns.map((column, index) =>
      el(index === 0 ? 'th' : 'td', index === 0 ? { scope: 'row', className: classes(column) } : { className: classes(column) }));
    const line = el('tr', {}, ...cells);
    this.#columns.forEach((column, index) => column.make?.(row, cells[index]));
    return line;
  }

  #update(line, row) {
    this.#columns.forEach((column, index) => {
      const cell = line.children[index];
      if (column.text) setText(cell, column.text(row));
      column.fill?.(row, cell);
    });
  }
}

const classes = column => [column.number ? 'n' : '', column.wide ? 'wide' : '', column.className ?? ''].join(' ').trim();

/** A table that is made once. */
export function table(caption, columns, rows) {
  const numeric = columns.map((column, index) => index > 0 && rows.every(row => /^[-\d.,%\s]*$/.test(row[index] ?? '')));
  const cell = (name, index, text) => el(name, { className: numeric[index] ? 'n' : '' }, text);
  return el('div', { className: 'scroll', tabIndex: 0, role: 'region', 'aria-label': caption },
    el('table', { className: 'grid' }, el('caption', {}, caption),
      el('thead', {}, el('tr', {}, ...columns.map((column, index) => cell('th', index, column)))),
      el('tbody', {}, ...rows.map(row =>
        el('tr', {}, ...row.map((text, index) => cell(index === 0 ? 'th' : 'td', index, text)))))));
}
