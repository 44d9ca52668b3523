import { useState } from 'react'
import classes from './thumbnail.module.css'

interface ThumbnailProps {
  src: string
  srcSet?: string
  sizes?: string
  className?: string | undefined
}

/** Fades in without moving anything. Decorative: the name is next to it. */
export function ThumbnailImage({ className, ...source }: ThumbnailProps) {
  const [shown, setShown] = useState('')
  return (
    <img
      {...source}
      className={`${classes.thumbnail} ${className ?? ''}`}
      data-shown={shown === source.src || undefined}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onLoad={() => setShown(source.src)}
    />
  )
}
