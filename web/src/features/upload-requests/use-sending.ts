import { isSystemLitter } from '@coffer/contract/names'
import i18next from 'i18next'
import { useEffect, useReducer, useRef } from 'react'
import { ApiError } from '../../lib/api.ts'
import { newId } from '../../lib/new-id.ts'
import { sendFile, type WantedAs } from './send-file.ts'

export interface Outgoing {
  id: string
  file: File
  document: WantedAs | null
  sent: number
  /** Why it could not be sent. */
  fault: string | null
}

type Change =
  | { kind: 'add'; some: readonly Outgoing[] }
  | { kind: 'set'; id: string; change: Partial<Outgoing> }
  | { kind: 'drop'; id: string }

function reduce(all: readonly Outgoing[], change: Change): readonly Outgoing[] {
  switch (change.kind) {
    case 'add':
      return [...all, ...change.some]
    case 'set':
      return all.map(one => (one.id === change.id ? { ...one, ...change.change } : one))
    case 'drop':
      return all.filter(one => one.id !== change.id)
  }
}

/** Spec §4: one file after the other. `onArrived` resolves once what has arrived is shown. */
export function useSending(token: string, onArrived: () => Promise<unknown>) {
  const [all, change] = useReducer(reduce, [])
  const running = useRef<{ id: string; controller: AbortController } | null>(null)
  const next = all.find(one => one.fault === null)
  useEffect(() => {
    if (!next || running.current) return
    const controller = new AbortController()
    running.current = { id: next.id, controller }
    const { id } = next
    const set = (part: Partial<Outgoing>) => change({ kind: 'set', id, change: part })
    sendFile(token, next.file, next.document, {
      signal: controller.signal,
      onProgress: sent => set({ sent }),
    })
      .then(onArrived)
      .then(() => change({ kind: 'drop', id }))
      .catch(error => {
        if (controller.signal.aborted) return
        set({ fault: wordsOf(error), sent: 0 })
        // It may be closed by now.
        void onArrived()
      })
      .finally(() => {
        running.current = null
        // Looks for the next one.
        change({ kind: 'add', some: [] })
      })
  })
  return {
    all,
    current: running.current?.id ?? null,
    isSending: next !== undefined,
    add: (files: readonly File[], document: WantedAs | null = null) =>
      change({
        kind: 'add',
        some: files
          .filter(file => !isSystemLitter(file.name))
          .map(file => ({ id: newId(), file, document, sent: 0, fault: null })),
      }),
    again: (id: string) => change({ kind: 'set', id, change: { fault: null } }),
    leaveOut(id: string): void {
      if (running.current?.id === id) running.current.controller.abort()
      change({ kind: 'drop', id })
    },
  }
}

const wordsOf = (error: unknown): string =>
  error instanceof ApiError && error.problem
    ? error.problem.detail
    : i18next.t('uploads.unreachable')
