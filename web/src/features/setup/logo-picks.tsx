import { LOGO_MAX_BYTES, LOGO_NAMES, LOGO_TYPES, type LogoName } from '@coffer/contract/logos'
import type { SetupProgress } from '@coffer/contract/setup'
import { ImageUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useFormat } from '../../lib/use-format.ts'
import classes from './logo-picks.module.css'
import { uploadLogo } from './setup-values.api.ts'

type Pictures = Partial<Record<LogoName, { url: string; isBusy: boolean }>>

/** The pictures of the appearance. Each is stored as soon as it is chosen. */
export function LogoPicks({ logos }: Pick<SetupProgress, 'logos'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const [pictures, setPictures] = useState<Pictures>({})
  const [failure, setFailure] = useState<string | null>(null)

  const messageOf = (error: unknown): string => {
    const [first] = Object.values(fieldErrorsOf(error))
    const problem = error instanceof ApiError ? error.problem?.message : undefined
    return problem ?? first ?? t('setup.failed_to_load')
  }
  async function choose(name: LogoName, file: File | undefined): Promise<void> {
    if (!file) return
    setFailure(null)
    if (file.size > LOGO_MAX_BYTES)
      return setFailure(t('avatar.too_large', { limit: format.bytes(LOGO_MAX_BYTES) }))
    // Kept until the page closes: a few small pictures.
    const url = URL.createObjectURL(file)
    setPictures(current => ({ ...current, [name]: { url, isBusy: true } }))
    try {
      await uploadLogo(name, file)
      setPictures(current => ({ ...current, [name]: { url, isBusy: false } }))
    } catch (error) {
      setPictures(({ [name]: _, ...others }) => others)
      setFailure(messageOf(error))
    }
  }
  return (
    <fieldset className={classes.picks}>
      <legend>{t('setup.logos')}</legend>
      {LOGO_NAMES.map(name => {
        const url = pictures[name]?.url ?? logos[name] ?? null
        const label = t(`admin_settings.${name}`)
        return (
          <label
            key={name}
            className={classes.pick}
            data-busy={pictures[name]?.isBusy || undefined}
          >
            <input
              type="file"
              accept={LOGO_TYPES.join()}
              aria-label={t('setup.logo_choose', { name: label })}
              onChange={({ currentTarget }) => {
                void choose(name, currentTarget.files?.[0])
                currentTarget.value = ''
              }}
            />
            <span className={classes.picture} data-dark={name.endsWith('_dark') || undefined}>
              {url ? (
                <img src={url} alt="" />
              ) : (
                <ImageUp size={18} strokeWidth={1.75} aria-hidden />
              )}
            </span>
            <span className={classes.name}>{label}</span>
          </label>
        )
      })}
      <p role="alert" className={classes.failure}>
        {failure}
      </p>
    </fieldset>
  )
}
