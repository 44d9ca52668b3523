import type { Endpoint } from '@coffer/contract'
import { requireDownload, urlOf } from '../lib/api.ts'
import { startDownload } from '../lib/start-download.ts'
import { failurePopup } from './popups/popups.ts'

type Parts = Parameters<typeof requireDownload>[1]

/** Starts a download after checking that it will succeed; otherwise shows the server's error. */
export async function downloadFile(endpoint: Endpoint, request: Parts = {}): Promise<void> {
  try {
    await requireDownload(endpoint, request)
    startDownload(urlOf(endpoint, request))
  } catch (error) {
    failurePopup(error)
  }
}
