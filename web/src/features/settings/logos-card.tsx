import { LOGO_NAMES, LOGO_SHAPES, LOGO_TYPES, type LogoName } from '@coffer/contract/logos'
import { ImageUp, RotateCcw, X } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './logos-card.module.css'
import { FieldLabel } from './setting-field.tsx'
import { SettingsCard } from './settings-card.tsx'
import { useForm } from './settings-form-context.ts'
import type { ShownLogo, ShownLogos } from './shown-logos.ts'
import type { LogoDrafts } from './use-logo-drafts.ts'

interface LogosCardProps {
  logos: LogoDrafts
  shown: ShownLogos
}

/** The seven pictures. Each can be dropped on its place. */
export function LogosCard({ logos, shown }: LogosCardProps) {
  const { t } = useTranslation()
  return (
    <SettingsCard title={t('admin_settings.logos')} text={t('admin_settings.logos_text')}>
      <div className={classes.grid}>
        {LOGO_NAMES.map(name => (
          <LogoPlace key={name} name={name} logos={logos} shown={shown[name]} />
        ))}
      </div>
    </SettingsCard>
  )
}

interface LogoPlaceProps {
  name: LogoName
  logos: LogoDrafts
  shown: ShownLogo
}

function LogoPlace({ name, logos, shown }: LogoPlaceProps) {
  const { t } = useTranslation()
  const id = useId()
  const [isOver, setOver] = useState(false)
  const label = t(`admin_settings.${name}`)
  const error = logos.errors[name]
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) logos.choose(name, file)
  }
  return (
    <div className={classes.place} data-wide={name === 'app_og_image' || undefined}>
      <label
        className={classes.drop}
        data-dark={name.endsWith('_dark') || undefined}
        data-over={isOver || undefined}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          type="file"
          className={classes.input}
          accept={LOGO_TYPES.join()}
          aria-label={t('admin_settings.logo_choose_named', { name: label })}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-state`}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) logos.choose(name, file)
            currentTarget.value = ''
          }}
        />
        {shown.url !== null && !isOver ? (
          <img className={classes.picture} data-name={name} src={shown.url} alt="" />
        ) : (
          <span className={classes.empty}>
            <ImageUp size={20} strokeWidth={1.75} aria-hidden />
            {t(isOver ? 'admin_settings.logo_drop' : 'admin_settings.logo_choose')}
          </span>
        )}
      </label>
      <LogoButtons name={name} logos={logos} label={label} />
      <div className={classes.caption}>
        <span className={classes.name}>
          <FieldLabel isChanged={name in logos.drafts}>{label}</FieldLabel>
        </span>
        <span id={`${id}-state`} className={classes.state}>
          <LogoState name={name} logos={logos} shown={shown} />
        </span>
      </div>
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}

function LogoButtons({ name, logos, label }: Omit<LogoPlaceProps, 'shown'> & { label: string }) {
  const { t } = useTranslation()
  const isSaved = useForm().valueOf(name) != null
  const isChanged = name in logos.drafts
  if (!isChanged && !isSaved) return null
  return (
    <span className={classes.button}>
      {isChanged ? (
        <IconButton
          icon={RotateCcw}
          size="small"
          label={t('admin_settings.logo_restore_named', { name: label })}
          onClick={() => logos.set(name, undefined)}
        />
      ) : (
        <IconButton
          icon={X}
          size="small"
          label={t('admin_settings.logo_remove_named', { name: label })}
          onClick={() => logos.set(name, null)}
        />
      )}
    </span>
  )
}

/** Where the picture comes from, or how large it should be. */
function LogoState({ name, logos, shown }: LogoPlaceProps) {
  const { t } = useTranslation()
  const { bytes } = useFormat()
  const draft = logos.drafts[name]
  if (draft) return bytes(draft.file.size)
  if (shown.from) return t('admin_settings.logo_from', { name: t(`admin_settings.${shown.from}`) })
  if (shown.url === null && name !== 'app_og_image') return t('admin_settings.logo_built_in')
  const { width, height } = LOGO_SHAPES[name]
  return t('admin_settings.logo_size', { width, height })
}
