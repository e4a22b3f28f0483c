import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCommonPassword } from './common-passwords.ts';

test('finds the passwords that guessing starts with', () => {
  const common = [
    'password1234',
    'Password2024!',
    'qwertyuiop[]'.slice(0, 10) + 'as',
    '123456789012',
    '210987654321',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'letmein12345',
    '1qaz2wsx3edc',
  ];
  for (const password of common) assert.ok(isCommonPassword(password), password);
});

test('accepts long phrases', () => {
  for (const password of ['correct horse battery', 'tall-green-otters', 'Xk9#mmP2vL!q0']) {
    assert.ok(!isCommonPassword(password), password);
  }
});
