// Loaded before the product by the launcher: when the launcher dies, whatever it started ends in order.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// After the listener, which would otherwise keep a finished program alive.
process.channel?.unref()
