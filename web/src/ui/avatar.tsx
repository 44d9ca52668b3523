import { useState } from 'react'
import classes from './avatar.module.css'

export interface Person {
  name: string
  email?: string
  color?: string
  avatar?: { xs: string; sm: string; md: string } | null
}

/** APP-23: from 52 px the medium picture, above 32 px the small one, otherwise the smallest. */
export function avatarPicture(avatar: Person['avatar'], size: number): string | null {
  if (!avatar) return null
  if (size >= 52) return avatar.md
  return size > 32 ? avatar.sm : avatar.xs
}

/** The user's picture, or the first letter on their colour. Decorative: the name is next to it. */
export function Avatar({ person, size = 24 }: { person: Person; size?: number }) {
  const [missing, setMissing] = useState<string | null>(null)
  const picture = avatarPicture(person.avatar, size)
  // The user may have changed the picture since the list was loaded.
  if (picture && picture !== missing)
    return (
      <img
        className={classes.avatar}
        src={picture}
        width={size}
        height={size}
        alt=""
        onError={() => setMissing(picture)}
      />
    )
  const initial = [...(person.name || person.email || '')][0]?.toLocaleUpperCase()
  const style = { width: size, height: size, fontSize: size * 0.44, background: person.color }
  return (
    <span className={classes.avatar} style={style} aria-hidden>
      {initial}
    </span>
  )
}
