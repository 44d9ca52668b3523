import type { UploadRequest } from '@coffer/contract/upload-requests'
import i18next from 'i18next'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { useRequestCalls } from './requests.api.ts'

/** Closes an upload request after confirmation. */
export function useClosing(): (request: UploadRequest) => Promise<void> {
  const { close } = useRequestCalls()
  return async ({ id, attributes: { name } }) => {
    const agreed = await confirmPopup({
      title: i18next.t('upload_requests.close_title', { name }),
      message: i18next.t('upload_requests.close_text'),
      confirm: i18next.t('upload_requests.close'),
      danger: true,
    })
    if (agreed) await close(id).catch(failurePopup)
  }
}
