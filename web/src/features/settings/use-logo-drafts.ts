import {
  LOGO_MAX_BYTES,
  LOGO_NAMES,
  LOGO_TYPES,
  type LogoName,
  putLogo,
  removeLogo,
} from '@coffer/contract/logos'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '../../lib/api.ts'
import { refreshSettings } from './settings.api.ts'
import type { FormPart } from './use-settings-form.ts'

/** A chosen picture, or null for one that will be removed. */
export type LogoDraft = { file: File; url: string } | null

/** Logos that are chosen or removed but not saved. */
export function useLogoDrafts() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [drafts, setDrafts] = useState<Partial<Record<LogoName, LogoDraft>>>({})
  const [errors, setErrors] = useState<Partial<Record<LogoName, string>>>({})
  const latest = useRef(drafts)
  latest.current = drafts
  useEffect(() => () => release(Object.values(latest.current)), [])

  const set = (name: LogoName, draft: LogoDraft | undefined) => {
    release([drafts[name]])
    setDrafts(({ [name]: _, ...others }) =>
      draft === undefined ? others : { ...others, [name]: draft },
    )
    setErrors(({ [name]: _, ...others }) => others)
  }

  const choose = (name: LogoName, file: File) => {
    const error = errorOf(file)
    if (error) setErrors(current => ({ ...current, [name]: t(error) }))
    else set(name, { file, url: URL.createObjectURL(file) })
  }

  async function save(): Promise<boolean> {
    const failed: Partial<Record<LogoName, string>> = {}
    try {
      for (const name of LOGO_NAMES) {
        const draft = drafts[name]
        const error = await saveLogo(name, draft)
        if (error !== null) failed[name] = error
        // A picture that was chosen while this one was being saved is kept.
        else if (name in drafts && latest.current[name] === draft) set(name, undefined)
      }
    } finally {
      setErrors(failed)
      await refreshSettings(queries)
    }
    return Object.keys(failed).length === 0
  }

  const count = Object.keys(drafts).length
  const part: FormPart = {
    changes: count === 0 ? [] : [t('admin_settings.logos_changed', { count })],
    save,
    discard: () => {
      release(Object.values(drafts))
      setDrafts({})
      setErrors({})
    },
  }
  return { drafts, errors, choose, set, part }
}
export type LogoDrafts = ReturnType<typeof useLogoDrafts>

/** @returns why the picture was rejected, or null */
async function saveLogo(name: LogoName, draft: LogoDraft | undefined): Promise<string | null> {
  if (draft === undefined) return null
  try {
    if (draft === null) await api(removeLogo, { params: { name } })
    else await api(putLogo, { params: { name }, body: { file: draft.file } })
    return null
  } catch (error) {
    const problem = error instanceof ApiError ? error.problem : null
    if (!problem?.code.startsWith('logo.')) throw error
    return problem.message
  }
}

function errorOf(file: File) {
  if (!LOGO_TYPES.some(type => type === file.type)) return 'admin_settings.logo_wrong_type' as const
  return file.size > LOGO_MAX_BYTES ? ('admin_settings.logo_too_large' as const) : null
}

function release(drafts: readonly (LogoDraft | undefined)[]): void {
  for (const draft of drafts) if (draft) URL.revokeObjectURL(draft.url)
}
