import { readdirSync, readFileSync } from 'node:fs'

const PROCESS_FOLDER = /^\d+$/
/** Linux counts CPU time in ticks of 10 ms. */
const TICKS_PER_SECOND = 100

function residentBytes(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}

/** Returns the fields of /proc/pid/stat after the name, which may contain spaces and brackets. */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

const parentOf = pid => Number(statOf(pid)[1] ?? 0)
const ticksOf = pid => Number(statOf(pid)[11] ?? 0) + Number(statOf(pid)[12] ?? 0)

/** Returns a process and its descendants. */
function familyOf(pid) {
  const parents = new Map(
    readdirSync('/proc')
      .filter(name => PROCESS_FOLDER.test(name))
      .map(name => [Number(name), parentOf(name)]),
  )
  const family = [pid]
  for (const member of family)
    for (const [child, parent] of parents) if (parent === member) family.push(child)
  return family
}

const sum = (pid, figureOf) => familyOf(pid).reduce((all, member) => all + figureOf(member), 0)

/** VmRSS of a server and its descendants. */
export const residentMemory = pid => sum(pid, residentBytes)

/** CPU time of a server and its descendants. */
export const cpuSeconds = pid => sum(pid, ticksOf) / TICKS_PER_SECOND

/** Samples one process until stopped. @returns a function that returns the peak */
export function watchPeak(pid, everyMs = 50) {
  let peak = 0
  const sample = () => {
    peak = Math.max(peak, residentBytes(pid))
  }
  const timer = setInterval(sample, everyMs)
  return () => {
    clearInterval(timer)
    sample()
    return peak
  }
}
