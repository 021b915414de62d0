import type { DemoStore, UnpairedSite } from '../../../simulated-shops/demo-stores.ts';
import type { Service } from '../../service.ts';

export interface RunningService {
  /** Serves, or supervises the workers that do. */
  service: Service;
  baseUrl: string;
  demoStores: DemoStore[];
  /** Simulated WooCommerce site to be paired; absent without the sandbox. */
  unpaired: UnpairedSite | undefined;
  close(): Promise<void>;
}
