<?php
declare(strict_types=1);

namespace UcpHost\Webhooks;

defined( 'ABSPATH' ) || exit;

/**
 * One webhook for each topic, active, at the service's address and with the shop's secret; those of others are left alone.
 * Names and rules are those of the service's own `subscribe.ts`, which does the same where a shop is connected by a key alone.
 */
final class WebhookPlan {

	/** Topics of the webhooks. Refunds come as order.updated, settings only by the hook that saves them. */
	public const TOPICS = array(
		'product.created',
		'product.updated',
		'product.deleted',
		'product.restored',
		'order.created',
		'order.updated',
		'order.deleted',
		'action.woocommerce_settings_saved',
	);

	public function __construct( public string $address, public string $secret ) {}

	/** The fingerprint in the name shows the service whether a webhook has the current secret. */
	public function name( string $topic ): string {
		$fingerprint = substr( hash( 'sha256', 'ucp-host webhook ' . $this->secret ), 0, 8 );
		return "ucp-host $topic ($fingerprint)";
	}

	/**
	 * Plans each topic: keep or repair the webhook `id`, or create one when it is null, and remove surplus ones.
	 *
	 * @param array<int, array{id: int, name: string, status: string, topic: string, url: string, is_read: bool}> $webhooks
	 *        `is_read`: its owner may read its resource.
	 * @return array<string, array{id: int|null, is_right: bool, remove: int[]}>
	 */
	public function of( array $webhooks ): array {
		$plan = array();
		foreach ( self::TOPICS as $topic ) {
			$found          = array_values( array_filter( $webhooks, fn( $webhook ) => $webhook['topic'] === $topic && $this->is_ours( $webhook ) ) );
			$right          = array_values( array_filter( $found, array( $this, 'is_right' ) ) );
			$mendable       = array_values( array_filter( $found, static fn( $webhook ) => 'disabled' !== $webhook['status'] ) );
			$best           = $right[0] ?? $mendable[0] ?? null;
			$plan[ $topic ] = array(
				'id'       => $best ? $best['id'] : null,
				'is_right' => array() !== $right,
				'remove'   => array_values( array_diff( array_column( $found, 'id' ), $best ? array( $best['id'] ) : array() ) ),
			);
		}
		return $plan;
	}

	/** True for webhooks with the service's address or this secret. */
	public function is_ours( array $webhook ): bool {
		return $webhook['url'] === $this->address || $webhook['name'] === $this->name( $webhook['topic'] );
	}

	/** A disabled one is never repaired: WooCommerce does not forget its failures, and would soon disable it again. */
	private function is_right( array $webhook ): bool {
		return 'active' === $webhook['status'] && $webhook['is_read']
			&& $webhook['url'] === $this->address && $webhook['name'] === $this->name( $webhook['topic'] );
	}
}
