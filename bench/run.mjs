import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { main, Refusal, say } from '../scripts/lib/run.mjs'
import { adapterNamed, adapters } from './adapters/all.mjs'
import { GIB } from './lib/content.mjs'
import { compareWithLast, keepInHistory } from './lib/history.mjs'
import { loadProgram } from './lib/load.mjs'
import { readOptions } from './lib/options.mjs'
import { prepare } from './lib/prepare.mjs'
import { printTable, printTargets } from './lib/print.mjs'
import { openStage } from './lib/stage.mjs'
import { checkTargets } from './lib/targets.mjs'
import { big } from './works/big.mjs'
import { busy } from './works/busy.mjs'
import { idle } from './works/idle.mjs'
import { listing } from './works/listing.mjs'
import { memory } from './works/memory.mjs'
import { search } from './works/search.mjs'
import { small } from './works/small.mjs'
import { thumbnails } from './works/thumbnails.mjs'
import { zip } from './works/zip.mjs'

const works = { idle, small, big, listing, busy, memory, search, zip, thumbnails }
const WITH_ALL_PEERS = new Set(['small', 'big'])
const results = join(import.meta.dirname, 'results')

await main(async () => {
  const options = readOptions(
    Object.keys(works),
    adapters.map(adapter => adapter.name),
  )
  if (!options.isInstalled) await prepare()
  const selected = options.adapters.map(adapterNamed).filter(canRun)
  if (selected[0]?.name !== 'coffer')
    throw new Refusal('Without coffer there is nothing to compare.')
  const stage = openStage(options.folder)
  closeOnSignal(stage)
  try {
    const machine = describeMachine(selected)
    say(`\n${machine.text}`)
    const tables = await runWorks(stage, selected, options)
    const targets = checkTargets(tables)
    printTargets(targets)
    if (options.isQuick) compareWithLast(tables)
    if (options.keepAs) keepInHistory(tables, { label: options.keepAs, machine: machine.name })
    save({ at: new Date().toISOString(), machine, options, tables, targets })
  } finally {
    await stage.close()
  }
})

function canRun(adapter) {
  const reason = adapter.missing()
  if (reason) say(`Without ${adapter.title}: ${reason}.`)
  return reason === undefined
}

/** Stops the servers and deletes their files when the run is interrupted. */
function closeOnSignal(stage) {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => stage.close().finally(() => process.exit(1)))
}

function describeMachine(selected) {
  const versions = Object.fromEntries(selected.map(({ name, version }) => [name, version()]))
  const memoryGib = Math.round(totalmem() / GIB)
  const programs = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  const text = `${cpus().length} × ${cpus()[0]?.model}, ${memoryGib} GiB, client and servers sharing it.\n${programs.join(', ')}; load by ${loadProgram()}.`
  const name = `${cpus().length} × ${cpus()[0]?.model}`
  return { text, name, cores: cpus().length, memoryGib, versions, load: loadProgram() }
}

async function runWorks(stage, selected, options) {
  const tables = []
  const isSelected = adapter => selected.includes(adapter)
  let peers
  for (const name of options.works) {
    say(`\n${name}`)
    if (WITH_ALL_PEERS.has(name)) peers ??= await startAll(stage, selected)
    const context = { stage, adapters: selected, peers, options, say, isSelected }
    const done = await works[name](context)
    for (const table of done) printTable(table)
    tables.push(...done)
  }
  return tables
}

async function startAll(stage, selected) {
  const peers = []
  for (const adapter of selected) {
    try {
      peers.push(await stage.start(adapter))
    } catch (error) {
      if (adapter.name === 'coffer') throw error
      say(`Without ${adapter.title}: ${error.message}`)
    }
  }
  return peers
}

function save(result) {
  mkdirSync(results, { recursive: true })
  const file = join(results, `${result.at.replaceAll(':', '-').slice(0, 19)}.json`)
  const text = `${JSON.stringify(result, undefined, 2)}\n`
  writeFileSync(file, text)
  writeFileSync(join(results, 'latest.json'), text)
  say(`\nSaved in ${file}`)
}
