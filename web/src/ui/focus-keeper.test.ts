// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepFocus } from './focus-keeper.ts'

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`There is no ${selector}.`)
  return found
}

/** Removes something while something in it has the focus. @returns what has it then */
async function remove(removed: string, focused = `${removed} button`): Promise<Element | null> {
  find(focused).focus()
  find(removed).remove()
  // Changes are told after what made them.
  await Promise.resolve()
  return document.activeElement
}

beforeAll(keepFocus)
beforeEach(() => {
  document.body.innerHTML = `
    <main tabindex="-1">
      <ul>${['one', 'two', 'three'].map(id => `<li id="${id}"><button>Remove</button></li>`).join('')}</ul>
      <section tabindex="-1"><button id="note">Try again</button></section>
      <button id="lone">More</button>
    </main>
    <div id="toast"><button>Undo</button></div>`
})

describe('the keyboard goes on when what has the focus goes away', () => {
  test('in the row after it', async () => {
    expect(await remove('#two')).toBe(find('#three button'))
  })

  test('in the row before it, where it was the last', async () => {
    expect(await remove('#three')).toBe(find('#two button'))
  })

  test('with what it was in, where there is no row', async () => {
    expect(await remove('#note', '#note')).toBe(find('section'))
  })

  test('with the list of items, where it was in nothing', async () => {
    find('section').setAttribute('role', 'grid')
    expect(await remove('#toast')).toBe(find('section'))
    expect(await remove('#lone', '#lone')).toBe(find('section'))
  })

  test('with the page, where there is no such list', async () => {
    expect(await remove('#toast')).toBe(find('main'))
  })
})

/** Changes are told after what made them. */
const change = async (button: HTMLElement, attributes: Record<string, boolean>) => {
  for (const [name, isOn] of Object.entries(attributes)) button.toggleAttribute(name, isOn)
  await Promise.resolve()
}

test('a button that is busy has it again when it is free', async () => {
  const note = find('#note')
  note.focus()
  await change(note, { disabled: true, 'data-loading': true })
  note.blur()
  await change(note, { disabled: false, 'data-loading': false })
  expect(document.activeElement).toBe(note)
})

test('a button that goes away while it is busy hands it on', async () => {
  find('#note').focus()
  await change(find('#note'), { disabled: true, 'data-loading': true })
  expect(await remove('#note', '#note')).toBe(find('section'))
})

test('a button that can not be pressed any more, or is hidden, hands it on', async () => {
  for (const attribute of ['disabled', 'hidden']) {
    find('#note').focus()
    await change(find('#note'), { [attribute]: true })
    expect(document.activeElement).toBe(find('section'))
    await change(find('#note'), { [attribute]: false })
  }
})

test('what took the focus keeps it', async () => {
  find('#two button').focus()
  find('#two').remove()
  find('#lone').focus()
  await Promise.resolve()
  expect(document.activeElement).toBe(find('#lone'))
})

test('a menu gives it back by itself', async () => {
  find('section').setAttribute('role', 'menu')
  expect(await remove('section')).toBe(document.body)
})

test('whoever points elsewhere has left it', async () => {
  find('#two button').focus()
  find('#two').dispatchEvent(new Event('pointerdown', { bubbles: true }))
  find('#two button').blur()
  find('#two').remove()
  await Promise.resolve()
  expect(document.activeElement).toBe(document.body)
})
