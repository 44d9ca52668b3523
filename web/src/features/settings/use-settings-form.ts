import {
  type HomepageText,
  HomepageTextContent,
  type LocalizedText,
} from '@coffer/contract/homepage'
import type { SecretName, SettingName, SettingValues } from '@coffer/contract/setting-values'
import { SettingsPatch, type SettingsState } from '@coffer/contract/settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, unansweredText } from '../../lib/api.ts'
import { config } from '../../lib/config.ts'
import { fieldErrorsOf, validateField } from '../../lib/form-errors.ts'
import { isChangedConcurrently, offerNewerVersion } from '../../ui/form/offer-newer-version.ts'
import { editedValues } from '../../ui/form/typed-since.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { loadSettings, saveSettings, settingsQuery } from './settings.api.ts'
import {
  changesOf,
  type Draft,
  errorsBySetting,
  partsOf,
  seenLists,
  textKey,
  textsWithDraft,
  withChange,
  withoutNames,
  withoutSaved,
} from './settings-draft.ts'

/** A part of a page with calls of its own, such as pictures. */
export interface FormPart {
  /** Labels of what is not saved. */
  changes: readonly string[]
  /** @returns false if something was rejected, which the part shows itself */
  save: () => Promise<boolean>
  discard: () => void
}

interface FormOptions<V extends SettingName, S extends SecretName> {
  /** The labels of the page's settings, which the head uses too. */
  values: Record<V, string>
  secrets?: Record<S, string>
  part?: FormPart
}

function validate(key: string, value: unknown): string | null {
  const { name, locale } = partsOf(key)
  return locale === undefined
    ? validateField(SettingsPatch.shape[name as SettingName], value)
    : validateField(HomepageTextContent.nullable(), value)
}

/** The saved value of a setting, or of a homepage text in one language, which is null without one. */
function savedValue(state: SettingsState | undefined, key: string): unknown {
  const { name, locale } = partsOf(key)
  const value = state?.values[name as SettingName]?.value
  return locale === undefined ? value : ((value as LocalizedText | undefined)?.[locale] ?? null)
}

const languageLabel = (tag: string): string =>
  config().languages.find(({ locale }) => locale === tag)?.name ?? tag

/** The error of a homepage text in another language than the shown one, which it names. */
function otherTextError(errors: Readonly<Record<string, string>>, name: string): string | null {
  for (const [key, message] of Object.entries(errors)) {
    const { name: invalid, locale } = partsOf(key)
    if (invalid === name && locale !== undefined) return `${languageLabel(locale)}: ${message}`
  }
  return null
}

/** The errors of fields, and of the whole form. */
function useFormErrors(labels: Readonly<Record<string, string>>) {
  const { t } = useTranslation()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)

  const setError = (name: string, message: string | null) =>
    setErrors(({ [name]: _, ...others }) =>
      message === null ? others : { ...others, [name]: message },
    )

  /** Shows the errors of all changes. @returns whether there are none */
  function isValid(draft: Draft): boolean {
    const invalid = Object.entries(draft).flatMap(([name, value]) => {
      const message = validate(name, value)
      return message === null ? [] : [[name, message]]
    })
    setErrors(Object.fromEntries(invalid))
    return invalid.length === 0
  }

  function reportFailure(error: unknown): void {
    const fieldErrors = errorsBySetting(fieldErrorsOf(error))
    setErrors(fieldErrors)
    if (Object.keys(fieldErrors).some(key => partsOf(key).name in labels)) return
    const problem = error instanceof ApiError ? error.problem : null
    const isUnanswered = error instanceof ApiError && error.status === 0
    setFailure(
      isUnanswered ? t(unansweredText(error)) : (problem?.message ?? t('popup_error.message')),
    )
  }
  return { errors, setErrors, setError, isValid, failure, setFailure, reportFailure }
}

/** Unsaved secrets, and the stored ones whose fields are open for a new value. */
function useSecretDrafts() {
  const [drafts, setDrafts] = useState<Readonly<Record<string, string | null>>>({})
  const [replacing, setReplacing] = useState<ReadonlySet<string>>(new Set())
  const setDraft = (name: string, value: string | null | undefined) =>
    setDrafts(({ [name]: _, ...others }) =>
      value === undefined ? others : { ...others, [name]: value },
    )
  return {
    drafts,
    replacing,
    setDraft,
    replace: (name: string) => setReplacing(names => new Set(names).add(name)),
    keep: (name: string) => {
      setReplacing(names => new Set([...names].filter(other => other !== name)))
      setDraft(name, undefined)
    },
    /** Removes the drafts, except for those that were changed while they were being saved. */
    clearSaved: () => {
      setDrafts(current => (current === drafts ? {} : current))
      setReplacing(new Set())
    },
    discard: () => {
      setDrafts({})
      setReplacing(new Set())
    },
  }
}

/** The unsaved values, and the saved ones from which they were edited. */
function useValueDrafts(savedOf: (key: string) => unknown) {
  const [draft, setDraft] = useState<Draft>({})
  const [starts, setStarts] = useState<Draft>({})
  return {
    draft,
    setDraft,
    setValue: (name: string, value: unknown): void => {
      const saved = savedOf(name)
      if (!(name in draft)) setStarts(current => ({ ...current, [name]: saved }))
      setDraft(current => withChange(current, name, value, saved))
    },
    seenLists: () => seenLists(draft, starts),
    /** Removes sent values, also where the server normalised them; those typed since are changes of the saved ones. */
    clearSaved: (state: SettingsState | undefined): void => {
      const savedNow = (key: string) => savedValue(state, key)
      const sent = Object.keys(draft).map(key => [key, savedNow(key)])
      setStarts(current => ({ ...current, ...Object.fromEntries(sent) }))
      setDraft(current => withoutSaved(editedValues(draft, current), savedNow))
    },
  }
}

interface TextsState {
  draft: Draft
  setDraft: Dispatch<SetStateAction<Draft>>
  errors: Readonly<Record<string, string>>
  setError: (key: string, message: string | null) => void
  savedOf: (key: string) => unknown
}

/** The homepage texts of a form, whose languages are changed and saved on their own. */
function homepageTexts({ draft, setDraft, errors, setError, savedOf }: TextsState) {
  /** The unsaved and the other saved texts. */
  const textsOf = (name: HomepageText): LocalizedText =>
    textsWithDraft(draft, name, (savedOf(name) ?? {}) as LocalizedText)

  /** A text in one language. An empty text stands for the default one. */
  function textOf(name: HomepageText, locale: string) {
    const key = textKey(name, locale)
    return {
      value: textsOf(name)[locale] ?? '',
      isChanged: key in draft,
      error: errors[key] ?? otherTextError(errors, name),
      setValue: (text: string): void => {
        setDraft(current => withChange(current, key, text === '' ? null : text, savedOf(key)))
        setError(key, null)
      },
      check: (): void => {
        if (key in draft) setError(key, validate(key, draft[key]))
      },
    }
  }
  return { textsOf, textOf }
}

/** The state of a settings page: drafts, their validation and the call that saves them. */
export function useSettingsForm<V extends SettingName, S extends SecretName = never>({
  values: labels,
  secrets: secretLabels,
  part,
}: FormOptions<V, S>) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const query = useQuery(settingsQuery)
  const savedOf = (key: string) => savedValue(query.data, key)
  const { draft, setDraft, ...values } = useValueDrafts(savedOf)
  const secrets = useSecretDrafts()
  const [isSaving, setSaving] = useState(false)

  const allLabels: Record<string, string> = { ...labels, ...secretLabels }
  const changes = Object.keys({ ...draft, ...secrets.drafts }).map(key => {
    const { name, locale } = partsOf(key)
    const label = allLabels[name] ?? name
    return locale === undefined ? label : `${label} (${languageLabel(locale)})`
  })

  const { errors, setErrors, setError, isValid, failure, setFailure, reportFailure } =
    useFormErrors(allLabels)

  /** Offers to load the lists that someone else changed; other changes stay. */
  function report(error: unknown): void {
    reportFailure(error)
    if (!isChangedConcurrently(error)) return
    const names = Object.keys(errorsBySetting(fieldErrorsOf(error)))
    const load = async () => {
      await loadSettings(queries)
      setDraft(current => withoutNames(current, names))
      setErrors({})
    }
    const shownNames = names.map(name => allLabels[name] ?? name).join(', ')
    void offerNewerVersion(error, load, t('admin_settings.newer_text', { names: shownNames }))
  }

  /** @returns whether everything was saved */
  async function save(): Promise<boolean> {
    setFailure(null)
    if (isSaving || !isValid(draft)) return false
    setSaving(true)
    try {
      if (part && part.changes.length > 0 && !(await part.save())) return false
      if (changes.length > 0)
        await saveSettings(queries, {
          ...changesOf(draft),
          seen_values: values.seenLists(),
          secrets: secrets.drafts,
        })
      values.clearSaved(queries.getQueryData(settingsQuery.queryKey))
      secrets.clearSaved()
      successToast(t('admin_settings.saved'))
      return true
    } catch (error) {
      report(error)
      return false
    } finally {
      setSaving(false)
    }
  }

  function discard(): void {
    setDraft({})
    secrets.discard()
    setErrors({})
    setFailure(null)
    part?.discard()
  }

  return {
    query,
    ...homepageTexts({ draft, setDraft, errors, setError, savedOf }),
    failure,
    isSaving,
    save,
    discard,
    /** Labels of all that is not saved. */
    changes: [...changes, ...(part?.changes ?? [])],
    labelOf: (name: V | S): string => allLabels[name] ?? name,
    /** The unsaved value, otherwise the saved one; undefined while loading. */
    valueOf: <N extends V>(name: N): SettingValues[N] | undefined =>
      (name in draft ? draft[name] : savedOf(name)) as SettingValues[N] | undefined,
    setValue: <N extends V>(name: N, value: SettingValues[N] | null | undefined): void => {
      values.setValue(name, value)
      setError(name, null)
    },
    /** Shows the error of a value once the user leaves its field. */
    checkValue: (name: V): void => {
      if (name in draft) setError(name, validate(name, draft[name]))
    },
    isChanged: (name: V | S): boolean => name in draft || name in secrets.drafts,
    errorOf: (name: V | S): string | null => errors[name] ?? null,
    setError: (name: V | S, message: string | null) => setError(name, message),
    stateOf: (name: V) => query.data?.values[name],
    secretOf: (name: S) => query.data?.secrets[name],
    /** Undefined: unchanged; null: removed on save. */
    secretDraftOf: (name: S): string | null | undefined => secrets.drafts[name],
    setSecret: (name: S, value: string | null | undefined): void => {
      secrets.setDraft(name, value)
      setError(name, null)
    },
    /** Whether the field for a new value of a stored secret is open. */
    isReplacing: (name: S): boolean => secrets.replacing.has(name),
    replaceSecret: (name: S): void => secrets.replace(name),
    keepSecret: (name: S): void => {
      secrets.keep(name)
      setError(name, null)
    },
  }
}

export type SettingsForm<V extends SettingName = never, S extends SecretName = never> = ReturnType<
  typeof useSettingsForm<V, S>
>
