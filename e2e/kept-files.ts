import type { Page } from '@playwright/test'
import { SIZE } from './large-upload.ts'

/**
 * Files in the origin private file system, whose handles behave like those of the disk and need no
 * system dialog.
 */

/** Creates a file. @returns the hash of its content */
export const keepFile = (page: Page, name: string): Promise<string> =>
  page.evaluate(
    async ({ name, size }) => {
      const bytes = new Uint8Array(size)
      const most = 65_536
      for (let at = 0; at < size; at += most) crypto.getRandomValues(bytes.subarray(at, at + most))
      const root = await navigator.storage.getDirectory()
      const handle = await root.getFileHandle(name, { create: true })
      const writer = await handle.createWritable()
      await writer.write(bytes)
      await writer.close()
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
      return [...hash].map(byte => byte.toString(16).padStart(2, '0')).join('')
    },
    { name, size: SIZE },
  )

/** Compares by size: temporary storage keeps no modification dates. */
export const changeFile = (page: Page, name: string): Promise<void> =>
  page.evaluate(async name => {
    const root = await navigator.storage.getDirectory()
    const handle = await root.getFileHandle(name)
    const writer = await handle.createWritable()
    await writer.write('other')
    await writer.close()
  }, name)

/** Drops the file as a browser with file handles would. */
export const dropKept = (page: Page, name: string): Promise<void> =>
  page.evaluate(async name => {
    const root = await navigator.storage.getDirectory()
    const handle = await root.getFileHandle(name)
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(await handle.getFile())
    Object.defineProperty(DataTransferItem.prototype, 'getAsFileSystemHandle', {
      value: async () => handle,
    })
    const { x, y, width, height } =
      document.querySelector('main')?.getBoundingClientRect() ?? new DOMRect()
    const target = document.elementFromPoint(x + width / 2, y + height / 2) ?? document.body
    for (const type of ['dragenter', 'dragover', 'drop'])
      target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  }, name)

/** Makes the picker return the file. */
export const pickKept = (page: Page, name: string): Promise<void> =>
  page.evaluate(name => {
    const pick = async () => {
      const root = await navigator.storage.getDirectory()
      return [await root.getFileHandle(name)]
    }
    Object.defineProperty(window, 'showOpenFilePicker', { value: pick })
  }, name)

/** Simulates a restarted browser: asks for permission once per page, and grants it. */
export const askAgain = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    let state = 'prompt'
    Object.assign(FileSystemHandle.prototype, {
      queryPermission: async () => state,
      requestPermission: async () => {
        state = 'granted'
        return state
      },
    })
  })

/** Number of unfinished uploads in the browser's database. */
export const rememberedCount = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // Opening the database before the page would create it without its stores.
    const exists = (await indexedDB.databases()).some(({ name }) => name === 'coffer')
    if (!exists) return 0
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('coffer')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const reading = opening.result.transaction('uploads').objectStore('uploads').getAll()
        reading.onerror = () => reject(reading.error)
        reading.onsuccess = () => {
          opening.result.close()
          resolve(reading.result.flat().length)
        }
      }
    })
  })
