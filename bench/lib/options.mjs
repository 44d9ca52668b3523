import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { Refusal } from '../../scripts/lib/run.mjs'

const USAGE = `Puts Coffer beside other servers on this machine.

  npm run bench -- [options]

  --only small,big        these works alone: small, big, listing, busy, search, idle, memory,
                          zip, thumbnails
  --adapters coffer,nginx these servers alone: coffer, nginx, apache, rclone, tus, cloudcmd
  --rounds 3              how often each work is done
  --files 1500            files of 10 KiB a round
  --big 1024              MiB of the large file, and of the archive
  --folder /tmp           where the servers keep what they are sent
  --installed             measures what is installed and built, without looking whether it is current
`

export function readOptions(works, adapters) {
  const values = parse()
  if (values.help) {
    process.stdout.write(USAGE)
    process.exit(0)
  }
  return {
    works: chosen('--only', values.only, works),
    adapters: chosen('--adapters', values.adapters, adapters),
    rounds: wholeNumber('--rounds', values.rounds),
    files: wholeNumber('--files', values.files),
    big: wholeNumber('--big', values.big),
    folder: values.folder,
    isInstalled: values.installed,
  }
}

function parse() {
  try {
    const text = defaultValue => ({ type: 'string', default: defaultValue })
    return parseArgs({
      options: {
        only: { type: 'string' },
        adapters: { type: 'string' },
        rounds: text('3'),
        files: text('1500'),
        big: text('1024'),
        folder: text(tmpdir()),
        installed: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new Refusal(`${error.message}\n\n${USAGE}`)
  }
}

function chosen(option, text, known) {
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
