import { AVATAR_MAX_BYTES, AVATAR_TYPES } from '@coffer/contract/avatar'
import { Button } from '@mantine/core'
import { ImageUp, Trash2, User } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import classes from './step-form.module.css'

interface AvatarPickProps {
  file: File | null
  onChange: (file: File | null) => void
}

/** An avatar that is uploaded once the account exists. */
export function AvatarPick({ file, onChange }: AvatarPickProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const url = useObjectUrl(file)
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    const isTooLarge = chosen.size > AVATAR_MAX_BYTES
    setFailure(
      isTooLarge ? t('setup.avatar_too_large', { limit: format.bytes(AVATAR_MAX_BYTES) }) : null,
    )
    if (!isTooLarge) onChange(chosen)
  }
  return (
    <div className={classes.avatar}>
      <span className={classes.picture}>
        {url ? (
          <img
            src={url}
            alt=""
            onError={() => {
              onChange(null)
              setFailure(t('setup.avatar_unreadable'))
            }}
          />
        ) : (
          <User size={28} strokeWidth={1.5} aria-hidden />
        )}
      </span>
      <div>
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<ImageUp size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => input.current?.click()}
          >
            {t(file ? 'setup.avatar_change' : 'setup.avatar_add')}
          </Button>
          {file && (
            <Button
              variant="subtle"
              leftSection={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => onChange(null)}
            >
              {t('setup.avatar_remove')}
            </Button>
          )}
        </div>
        <p role="alert" className={classes.result}>
          {failure}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={AVATAR_TYPES.join(',')}
        aria-label={t('setup.avatar_add')}
        onChange={event => {
          choose(event.currentTarget.files?.[0])
          // Allows selecting the same file again.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
