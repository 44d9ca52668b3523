import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { Refusal } from '../../scripts/lib/run.mjs'

const USAGE = `Compares Coffer with other servers on this machine.

  npm run bench -- [options]

  --only small,big        only these works: small, big, listing, busy, search, idle, memory,
                          zip, thumbnails
  --adapters coffer,nginx only these servers: coffer, nginx, apache, rclone, tus, cloudcmd,
                          node
  --rounds 3              how often each work is done
  --files 1500            files of 10 KiB per round
  --big 1024              MiB of the large file, and of the archive
  --folder /tmp           where the servers store uploaded files
  --quick                 a few minutes: the works and servers of bench/history.md, with its last row
  --keep "what changed"   appends the ratios of this run to bench/history.md
  --installed             measures the installed build without checking whether it is current
`

/** The defaults of `--quick`; explicit options take precedence. */
const QUICK = {
  only: 'idle,small,big,listing',
  adapters: 'coffer,nginx,tus,node',
  big: '256',
}
const DEFAULTS = { rounds: '3', files: '1500', big: '1024', folder: tmpdir() }

export function readOptions(works, adapters) {
  const given = parse()
  const values = { ...DEFAULTS, ...(given.quick && QUICK), ...given }
  if (values.help) {
    process.stdout.write(USAGE)
    process.exit(0)
  }
  return {
    works: select('--only', values.only, works),
    adapters: select('--adapters', values.adapters, adapters),
    rounds: wholeNumber('--rounds', values.rounds),
    files: wholeNumber('--files', values.files),
    big: wholeNumber('--big', values.big),
    folder: values.folder,
    isInstalled: values.installed === true,
    isQuick: values.quick === true,
    keepAs: values.keep,
  }
}

function parse() {
  try {
    return parseArgs({
      options: {
        only: { type: 'string' },
        adapters: { type: 'string' },
        rounds: { type: 'string' },
        files: { type: 'string' },
        big: { type: 'string' },
        folder: { type: 'string' },
        keep: { type: 'string' },
        quick: { type: 'boolean' },
        installed: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new Refusal(`${error.message}\n\n${USAGE}`)
  }
}

function select(option, text, known) {
  if (text === undefined) return known
  const names = text.split(',').map(name => name.trim())
  const unknown = names.filter(name => !known.includes(name))
  if (unknown.length > 0)
    throw new Refusal(`${option}: ${unknown.join(', ')}? There are ${known.join(', ')}.`)
  return known.filter(name => names.includes(name))
}

function wholeNumber(option, text) {
  const number = Number(text)
  if (Number.isInteger(number) && number > 0) return number
  throw new Refusal(`${option} needs a whole number above 0.`)
}
