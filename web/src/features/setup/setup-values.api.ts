import type { LogoName } from '@coffer/contract/logos'
import type { AppFields, MailFields, SetupProgress, StorageFields } from '@coffer/contract/setup'
import {
  putSetupLogo,
  setPurchaseCode,
  setUpApp,
  setUpEnvironment,
  testSetupMail,
  testSetupStorage,
} from '@coffer/contract/setup'
import type { StorageTest } from '@coffer/contract/storage-providers'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { progressQuery, setupCode } from './setup.api.ts'

/** Stores the progress that a step returned, and opens the next step. */
function useNext(
  to: '/setup-wizard/database' | '/setup-wizard/app-setup' | '/setup-wizard/admin-setup',
) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async (progress: SetupProgress) => {
    queries.setQueryData(progressQuery(setupCode.get()).queryKey, progress)
    await navigate({ to })
  }
}

export function usePurchaseCode() {
  const next = useNext('/setup-wizard/database')
  return async (purchaseCode: string | null) => {
    const body = { code: setupCode.get(), purchase_code: purchaseCode }
    await next((await api(setPurchaseCode, { body })).data)
  }
}

/** Absent passwords keep the stored one. */
export type MailDraft = MailFields & { smtp_password?: string | null | undefined }
export type StorageDraft = StorageFields & { s3_secret_access_key?: string | null | undefined }

export const sendTestMail = async (to: string, draft: MailDraft) =>
  (await api(testSetupMail, { body: { code: setupCode.get(), to, ...draft } })).data

export const testStorage = async (draft: StorageDraft): Promise<StorageTest> =>
  (await api(testSetupStorage, { body: { code: setupCode.get(), ...draft } })).data

export function useEnvironment() {
  const next = useNext('/setup-wizard/app-setup')
  return async (draft: (MailDraft & StorageDraft) | 'skip') => {
    const values = draft === 'skip' ? { skip: true } : draft
    await next((await api(setUpEnvironment, { body: { code: setupCode.get(), ...values } })).data)
  }
}

/** @throws ApiError that names what is wrong with the picture */
export const uploadLogo = async (name: LogoName, file: File): Promise<void> => {
  await api(putSetupLogo, { params: { name }, body: { code: setupCode.get(), file } })
}

export function useApp() {
  const next = useNext('/setup-wizard/admin-setup')
  return async (values: AppFields) => {
    await next((await api(setUpApp, { body: { code: setupCode.get(), ...values } })).data)
  }
}
