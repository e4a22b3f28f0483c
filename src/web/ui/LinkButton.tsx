import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { type ButtonLook, buttonClass } from './Button.tsx';

interface AnchorProps extends ComponentProps<'a'> {
  readonly look?: ButtonLook;
  readonly icon?: ReactNode;
}

/** A link that looks like a button. */
export const LinkButton = createLink(({ look = 'plain', icon, children, ...rest }: AnchorProps) => (
  <a {...rest} className={buttonClass(look)}>
    {icon}
    {children}
  </a>
));
