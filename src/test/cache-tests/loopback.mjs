// The suite's origin listens on every interface; loaded before it, this keeps it on the loopback.
import net from 'node:net'

const listen = net.Server.prototype.listen

net.Server.prototype.listen = function (port, ...rest) {
  return listen.call(this, Number(port), '127.0.0.1', ...rest)
}
