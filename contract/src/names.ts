import { NAME_MAX_BYTES } from './constants.ts'

const encoder = new TextEncoder()
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
const FORBIDDEN = /[/\u0000-\u001f\u007f-\u009f]/

/** Rejects control characters and single surrogates, which some databases do not store. */
export const PLAIN_TEXT = /^[^\p{Cc}\p{Cs}]*$/u

/** Text of several lines, without what PostgreSQL or mail programs cannot store or display. */
export const TEXT_OF_LINES = /^[^\p{Cs}\0]*$/u

/** Names are stored in NFC, so that the same word typed on two systems is one name. */
export const normaliseName = (name: string): string => name.normalize('NFC')

const asTyped = (name: string): string => normaliseName(name).replace(/\s+/g, ' ').trim()

/** Whether a name was typed as it is shown: with single spaces, and with accents of any form. */
export const isTypedName = (typed: string, name: string): boolean =>
  asTyped(typed) === asTyped(name)

/** Returns why a normalised name is invalid, or null if it is valid. */
export function nameError(name: string): 'empty' | 'dots' | 'characters' | 'length' | null {
  if (name.trim() === '') return 'empty'
  if (name === '.' || name === '..') return 'dots'
  if (FORBIDDEN.test(name) || !name.isWellFormed()) return 'characters'
  if (encoder.encode(name).length > NAME_MAX_BYTES) return 'length'
  return null
}

/** UPL-19: spaces in the names of uploads become hyphens. */
export const uploadName = (name: string): string => normaliseName(name).replace(/\s/g, '-')

/** Splits `report.final.pdf` into `report.final` and `.pdf`; a leading dot starts no extension. */
export function splitExtension(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}

/** UPL-21: files that operating systems leave behind are skipped silently. */
export const isSystemFile = (name: string): boolean => name === '.DS_Store'
