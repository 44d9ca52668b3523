import { useState } from 'react'
import classes from './avatar.module.css'

export interface Person {
  name: string
  email?: string
  color?: string
  avatar?: { xs: string; sm: string; md: string } | null
}

/** Spec §3: from 52 px the middle picture, above 32 px the small one, otherwise the smallest. */
export function avatarPicture(avatar: Person['avatar'], size: number): string | null {
  if (!avatar) return null
  if (size >= 52) return avatar.md
  return size > 32 ? avatar.sm : avatar.xs
}

/** The picture, or the first letter on the person's colour. Decoration: the name stands beside it. */
export function Avatar({ person, size = 24 }: { person: Person; size?: number }) {
  const [missing, setMissing] = useState<string | null>(null)
  const picture = avatarPicture(person.avatar, size)
  // Its person may have changed it since the list was made.
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
