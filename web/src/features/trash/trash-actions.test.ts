// @vitest-environment jsdom
import i18next from 'i18next'
import { expect, test, vi } from 'vitest'
import { settle, setUpRendering, stubCalls } from '../../../test/render.tsx'
import type { ItemCache } from '../../lib/item-changes.ts'
import { closePopup, popups } from '../../ui/popups/popup-store.ts'
import { clearTrash, deleteAllIn, restoreAllIn } from './trash-actions.ts'

setUpRendering()

test('reports the items that were restored, which may differ from those of the list', async () => {
  const [calls, refresh] = [stubCalls(), vi.fn()]
  const translate = vi.spyOn(i18next, 't')
  const done = restoreAllIn({ refresh } as unknown as ItemCache, {
    folderId: null,
    except: new Set(),
    count: 160,
  })
  await calls[0]?.answer(200, { meta: { changed: 158, skipped: 0 } })
  await done
  expect(translate).toHaveBeenCalledWith('trash.restored_all', { count: 158 })
  expect(refresh).toHaveBeenCalled()
})

/** Confirms the open dialog. */
async function confirm(): Promise<void> {
  const [popup] = popups.get()
  if (popup) closePopup(popup.id, true)
  await settle()
}

test('deletes only what the confirmed list holds', async () => {
  const calls = stubCalls()
  const cache = { refresh: () => {} } as unknown as ItemCache
  const removedUntil = '2026-05-04T10:00:00.123Z'
  void clearTrash(cache, { count: 3, removedUntil })
  await confirm()
  expect(calls[0]?.path).toBe(`/api/trash/dump?removed_until=${encodeURIComponent(removedUntil)}`)
  const selection = { folderId: null, except: new Set<string>(), count: 160, removedUntil }
  void deleteAllIn(cache, selection)
  await confirm()
  expect(calls[1]?.body).toMatchObject({ select_all_in: { removed_until: removedUntil } })
})
