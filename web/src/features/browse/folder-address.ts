import type { ToOptions } from '@tanstack/react-router'
import { useDoor } from '../../lib/door.ts'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { ADDRESS, type Place } from './browse.api.ts'

/** Where a folder is opened, and with null the top. */
export function useFolderAddress(place: Place): (id: string | null) => ToOptions {
  const { addressOf } = useDoor()
  return id => addressOf?.(id) ?? { to: ADDRESS[place], params: id ? { id } : NO_FOLDER }
}
