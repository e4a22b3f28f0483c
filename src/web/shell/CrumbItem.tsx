import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

export function CrumbItem({ children }: { readonly children: ReactNode }) {
  return (
    <li>
      <ChevronRight aria-hidden />
      {children}
    </li>
  );
}
