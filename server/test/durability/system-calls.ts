export interface SystemCall {
  name: string
  /** Arguments and, once finished, the result, as printed by strace. */
  text: string
  /** Line numbers in the trace at which it began and ended. */
  began: number
  ended: number
}

const BEGIN = /^(?:\[pid +(\d+)\] )?(\w+)\((.*)$/
const RESUMED = /^(?:\[pid +(\d+)\] )?<\.\.\. (\w+) resumed>(.*)$/
const UNFINISHED = ' <unfinished ...>'

/** Parses the output of strace; unfinished calls are left out. */
export function systemCallsIn(lines: readonly string[]): SystemCall[] {
  const calls: SystemCall[] = []
  const open = new Map<string, SystemCall>()
  for (const [index, line] of lines.entries()) {
    const [, resumedBy = '', , rest] = RESUMED.exec(line) ?? []
    const unfinished = open.get(resumedBy)
    if (rest !== undefined && unfinished) {
      open.delete(resumedBy)
      calls.push({ ...unfinished, text: unfinished.text + rest, ended: index })
      continue
    }
    const [, thread = '', name, text = ''] = BEGIN.exec(line) ?? []
    if (name === undefined) continue
    if (text.endsWith(UNFINISHED))
      open.set(thread, {
        name,
        text: text.slice(0, -UNFINISHED.length),
        began: index,
        ended: index,
      })
    else calls.push({ name, text, began: index, ended: index })
  }
  return calls.sort((a, b) => a.began - b.began)
}
