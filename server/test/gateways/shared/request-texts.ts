import type { Fields } from './description.ts'

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/** Parses nested names such as `items[0][price]=…` and `expand[]=…` as Stripe does. */
export function parseForm(text: string): Fields {
  const result: Fields = {}
  for (const [name, value] of new URLSearchParams(text)) setAt(result, partsOf(name), value)
  return arraysIn(result) as Fields
}

function partsOf(name: string): string[] {
  const [first = '', ...rest] = name.split('[')
  return [first, ...rest.map(part => part.replace(']', ''))]
}

function setAt(target: Fields, parts: string[], value: string): void {
  let current = target
  parts.forEach((part, index) => {
    const name = part === '' ? String(Object.keys(current).length) : part
    if (FORBIDDEN.has(name)) return
    if (index === parts.length - 1) current[name] = value
    else {
      current[name] ??= {}
      current = current[name] as Fields
    }
  })
}

/** Objects with the keys 0, 1, 2 … are lists. */
function arraysIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, arraysIn(inner)] as const)
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

export const parseQuery = (text: string): Fields => Object.fromEntries(new URLSearchParams(text))

/** @param malformed the answer to a body that is no JSON */
export function parseJson(raw: string, malformed: () => Error): Fields {
  if (raw === '') return {}
  try {
    return JSON.parse(raw)
  } catch {
    throw malformed()
  }
}
