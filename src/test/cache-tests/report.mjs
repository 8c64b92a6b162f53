// What the results mean: the suite's own verdicts, counted by kind and held against the named exceptions.

const KINDS = ['required', 'optimal', 'check']

/**
 * One verdict per test that applies to a shared cache. A pass is vacuous if a test that the suite says it depends on
 * does not pass: it then proves little.
 */
export function verdicts (suites, results) {
  const tests = suites.flatMap(suite => suite.tests.map(test => ({ ...test, suite: suite.id })))
    .filter(test => test.browser_only !== true)
  const byId = new Map(tests.map(test => [test.id, test]))
  return tests.map(test => ({
    id: test.id,
    suite: test.suite,
    kind: test.kind ?? 'required',
    name: test.name,
    passed: results[test.id] === true,
    vacuous: results[test.id] === true && !grounded(test, byId, results),
    detail: detail(results[test.id])
  }))
}

function grounded (test, byId, results) {
  return (test.depends_on ?? []).filter(id => byId.has(id))
    .every(id => results[id] === true && grounded(byId.get(id), byId, results))
}

function detail (result) {
  if (result === undefined) return 'not run'
  return result === true ? '' : `${result[0]}: ${result[1]}`
}

/** Passed, total and how many of the passed are vacuous, for each kind. */
export function counts (judged) {
  return KINDS.map(kind => {
    const ofKind = judged.filter(test => test.kind === kind)
    return {
      kind,
      passed: ofKind.filter(test => test.passed).length,
      total: ofKind.length,
      vacuous: ofKind.filter(test => test.vacuous).length
    }
  })
}

/** Required and optimal tests that neither pass nor are excepted, and exceptions that no longer apply. */
export function objections (judged, exceptions) {
  const excepted = new Set(exceptions.map(exception => exception.id))
  const byId = new Map(judged.map(test => [test.id, test]))
  const unexplained = judged
    .filter(test => test.kind !== 'check' && !test.passed && !excepted.has(test.id))
    .map(test => `${test.kind} test fails: ${test.id}`)
  const needless = [...excepted].filter(id => byId.get(id)?.passed)
    .map(id => `excepted test passes: ${id}`)
  const unknown = [...excepted].filter(id => !byId.has(id))
    .map(id => `exception for a test that is not in the suite: ${id}`)
  return [...unexplained, ...needless, ...unknown]
}

/** The table by kind, then every test that did not pass with its reason and, if it has one, its exception. */
export function text (judged, exceptions) {
  const reasons = new Map(exceptions.map(exception => [exception.id, exception]))
  const lines = ['kind       passed  total  of the passed, vacuous']
  for (const { kind, passed, total, vacuous } of counts(judged)) {
    lines.push(`${kind.padEnd(10)} ${String(passed).padStart(6)} ${String(total).padStart(6)} ${String(vacuous).padStart(6)}`)
  }
  for (const kind of KINDS) {
    const rest = judged.filter(test => test.kind === kind && !test.passed)
    if (rest.length > 0) lines.push('', kind === 'check' ? 'check, answered "no":' : `${kind}, not passed:`)
    rest.forEach(test => lines.push(...entry(test, reasons.get(test.id))))
  }
  return lines.join('\n')
}

function entry (test, exception) {
  const lines = [`  ${test.id} [${test.suite}] ${test.detail}`]
  if (exception) lines.push(`      excepted, ${exception.section}: "${exception.sentence}" ${exception.why}`)
  return lines
}
