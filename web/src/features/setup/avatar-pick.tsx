import { User } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { AvatarChooser } from '../../ui/avatar-chooser.tsx'
import classes from './step-form.module.css'

interface AvatarPickProps {
  file: File | null
  onChange: (file: File | null) => void
}

/** An avatar that is uploaded once the account exists. */
export function AvatarPick({ file, onChange }: AvatarPickProps) {
  const { t } = useTranslation()
  const [isUnreadable, setUnreadable] = useState(false)
  const url = useObjectUrl(file)
  return (
    <AvatarChooser
      picture={
        <span className={classes.picture}>
          {url ? (
            <img
              src={url}
              alt=""
              onError={() => {
                onChange(null)
                setUnreadable(true)
              }}
            />
          ) : (
            <User size={28} strokeWidth={1.5} aria-hidden />
          )}
        </span>
      }
      hasAvatar={file !== null}
      failure={isUnreadable ? t('setup.avatar_unreadable') : null}
      onChange={() => setUnreadable(false)}
      onChoose={onChange}
      onRemove={() => onChange(null)}
    />
  )
}
