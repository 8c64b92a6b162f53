// Runs the public suite http-cache-tests against the executable gateway. See README.md for the options.
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { freePort, run, saying, serving, start, stopAll } from './processes.mjs'
import { counts, objections, text, verdicts } from './report.mjs'

const here = path.dirname(fileURLToPath(import.meta.url))
const root = path.resolve(here, '../../..')
const target = path.resolve(here, '../target/cache-tests')

const { values: options, positionals: gatewayArguments } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: 'string' },
    'origin-port': { type: 'string', default: '0' },
    jar: { type: 'string', default: path.join(root, 'gateway/target/larder-gateway-exec.jar') },
    suite: { type: 'string' },
    exceptions: { type: 'string', default: path.join(here, 'exceptions.json') },
    results: { type: 'string', default: path.join(target, 'results.json') },
    id: { type: 'string', default: '' }
  }
})

/** Installs the suite below target and returns its folder. */
async function install () {
  await mkdir(target, { recursive: true })
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    await cp(path.join(here, file), path.join(target, file))
  }
  await run('npm', 'npm', ['ci', '--omit=optional'], { cwd: target })
  return path.join(target, 'node_modules/http-cache-tests')
}

/** The suites in the order in which the suite's own client runs them. */
async function load (suite) {
  const read = async file => (await import(pathToFileURL(path.join(suite, 'tests', file)))).default
  const suites = [...await read('index.mjs')]
  if (existsSync(path.join(suite, 'tests/surrogate-control.mjs'))) suites.push(await read('surrogate-control.mjs'))
  return suites
}

async function startOrigin (suite) {
  const origin = start('the origin', process.execPath,
    ['--no-warnings', '--import', pathToFileURL(path.join(here, 'loopback.mjs')).href, 'server/server.mjs'],
    { cwd: suite, env: settings({ port: options['origin-port'], pidfile: path.join(target, 'origin.pid') }) })
  return (await saying(origin, /Listening on http:\/\/127\.0\.0\.1:(\d+)\//))[1]
}

async function startGateway (originPort) {
  const port = await freePort()
  const java = process.env.JAVA_HOME ? path.join(process.env.JAVA_HOME, 'bin/java') : 'java'
  const gateway = start('the gateway', java, [
    '-jar', options.jar, `--server.port=${port}`, `--larder.origin=http://127.0.0.1:${originPort}`,
    ...gatewayArguments
  ])
  await serving(gateway, port)
  return { base: `http://127.0.0.1:${port}`, gateway }
}

/** The settings the suite's programs expect from npm. */
function settings (values) {
  const named = Object.entries({ protocol: 'http', base: '', id: '', ...values })
    .map(([name, value]) => [`npm_config_${name}`, value])
  return { ...process.env, npm_package_config_id: '', npm_package_config_base: '', ...Object.fromEntries(named) }
}

function askClient (suite, base) {
  return run('the client', process.execPath, ['--no-warnings', 'cli.mjs'],
    { cwd: suite, env: settings({ base, id: options.id }) })
}

/** The client prints remarks first and the results as one JSON object last. */
function resultsIn (output) {
  return JSON.parse(output.slice(output.search(/^\{$/m)))
}

async function judge (suite, output) {
  const exceptions = JSON.parse(await readFile(options.exceptions, 'utf8'))
  const judged = verdicts(await load(suite), resultsIn(output))
  const found = objections(judged, exceptions)
  await writeFile(options.results, `${JSON.stringify({ counts: counts(judged), objections: found, tests: judged }, null, 2)}\n`)
  console.log(text(judged, exceptions))
  console.log(found.length === 0 ? '\nEvery required and optimal test passes or is excepted.' : `\n${found.join('\n')}`)
  return found.length === 0
}

async function main () {
  const suite = options.suite ? path.resolve(options.suite) : await install()
  await mkdir(target, { recursive: true })
  const originPort = await startOrigin(suite)
  const { base, gateway } = options.base ? { base: options.base } : await startGateway(originPort)
  const output = await askClient(suite, base)
  await stopAll()
  if (gateway) await writeFile(path.join(target, 'gateway.log'), gateway.output())
  if (options.id) {
    console.log(output)
    return true
  }
  return judge(suite, output)
}

try {
  process.exitCode = await main() ? 0 : 1
} catch (error) {
  console.error(error.message)
  process.exitCode = 2
} finally {
  await stopAll()
}
