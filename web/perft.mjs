// Counts sequences of plies with Boardwright in WebAssembly, once web/build has built it: node web/perft.mjs GAME DEPTH
import { readFile } from 'node:fs/promises'

const [game, depth] = process.argv.slice(2)
if (!game || !/^\d+$/.test(depth)) {
  console.error('usage: node web/perft.mjs GAME DEPTH')
  process.exit(2)
}
const { instance } = await WebAssembly.instantiate(await readFile(new URL('boardwright.wasm', import.meta.url)))
const { memory, buffer, length, perft } = instance.exports

/** The text in the buffer; a call may have moved it. */
const text = () => new TextDecoder().decode(new Uint8Array(memory.buffer, buffer(length()), length()))

const bytes = new TextEncoder().encode(game)
const address = buffer(bytes.length)
new Uint8Array(memory.buffer, address, bytes.length).set(bytes)
const count = perft(Number(depth))
if (count < 0n) {
  console.error(text())
  process.exit(1)
}
console.log(`perft ${depth} = ${count}`)
