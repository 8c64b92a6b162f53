// Child processes: each is waited for until it serves, and is stopped by its own handle.
import { spawn } from 'node:child_process'
import net from 'node:net'

const PATIENCE_MS = 90_000

const running = new Set()

/** Starts a program whose output is kept; `output()` is what it has said so far. */
export function start (name, command, args, options = {}) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = []
  const program = {
    name,
    output: () => said.join(''),
    ended: new Promise(resolve => child.on('close', (code, signal) => resolve(code ?? signal))),
    stop: () => stop(child)
  }
  child.on('error', error => said.push(`${error}\n`))
  child.stdout.on('data', chunk => said.push(chunk))
  child.stderr.on('data', chunk => said.push(chunk))
  running.add(program)
  program.ended.then(() => running.delete(program))
  return program
}

/** Runs a program to its end and returns its output; throws if it fails. */
export async function run (name, command, args, options) {
  const program = start(name, command, args, options)
  const code = await program.ended
  if (code !== 0) throw new Error(`${name} ended with ${code}:\n${program.output()}`)
  return program.output()
}

/** Waits until the program's output matches; returns the match. */
export function saying (program, pattern) {
  return until(program, () => program.output().match(pattern))
}

/** Waits until something accepts connections on that port of the loopback. */
export function serving (program, port) {
  return until(program, () => accepts(port))
}

/** A port of the loopback that is free now. */
export function freePort () {
  return new Promise((resolve, reject) => {
    const server = net.createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** Stops whatever was started and has not ended. */
export function stopAll () {
  return Promise.all([...running].map(program => program.stop()))
}

async function until (program, condition) {
  const deadline = Date.now() + PATIENCE_MS
  let ended = false
  program.ended.then(() => { ended = true })
  while (Date.now() < deadline && !ended) {
    const found = await condition()
    if (found) return found
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error(`${program.name} did not come up:\n${program.output()}`)
}

function accepts (port) {
  return new Promise(resolve => {
    const socket = net.connect(port, '127.0.0.1')
    socket.on('connect', () => { socket.destroy(); resolve(true) })
    socket.on('error', () => resolve(false))
  })
}

function stop (child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  const force = setTimeout(() => child.kill('SIGKILL'), 20_000)
  const closed = new Promise(resolve => child.on('close', resolve))
  child.kill('SIGTERM')
  return closed.then(() => clearTimeout(force))
}
