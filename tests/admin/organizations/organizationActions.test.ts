import { describe, expect, it } from 'vitest';
import { actionsFor } from '../../../admin/organizations/organizationActions.tsx';
import { row } from './records.ts';

const labels = (...args: Parameters<typeof actionsFor>) => actionsFor(...args).map(({ label }) => label);
const plain = { apiCaptureEnabled: false };
const capturing = { apiCaptureEnabled: true };

describe('row dropdown', () => {
  it('offers an ordinary row what always applies', () => {
    expect(labels(row(), plain)).toEqual(['delete', 'disableLogin', 'activation', 'sync']);
  });
  it('offers to enable a login that is disabled', () => {
    expect(labels(row({ isEnabled: false }), plain)).toContain('enableLogin');
    expect(labels(row({ isEnabled: false }), plain)).not.toContain('disableLogin');
  });
  it('offers to clear a cancellation only while one is pending', () => {
    expect(labels(row({ isPendingCancellation: true }), plain)).toContain('clearCancellation');
    expect(labels(row({ isPendingCancellation: false }), plain)).not.toContain('clearCancellation');
  });
  it('offers API capture only where the installation can capture, by what the row does now', () => {
    expect(labels(row({ apiCapture: true }), plain)).not.toContain('stopCapture');
    expect(labels(row({ apiCapture: true }), capturing)).toContain('stopCapture');
    expect(labels(row({ apiCapture: false }), capturing)).toContain('startCapture');
  });
});
