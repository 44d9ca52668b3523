import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import classes from './markdown-preview.module.css'

/** Level-one headings become level two, because the editor has its own. Links can't be followed. */
const COMPONENTS: Components = {
  h1: 'h2',
  a: ({ children, href }) => (
    <span className={classes.link} title={href}>
      {children}
    </span>
  ),
}

/** Shows a page as visitors read it. */
export const MarkdownPreview = ({ title, content }: { title: string; content: string }) => (
  <div className={classes.prose}>
    <p className={classes.title}>{title}</p>
    <Markdown remarkPlugins={[remarkGfm]} skipHtml={false} components={COMPONENTS}>
      {content}
    </Markdown>
  </div>
)
