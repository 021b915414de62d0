<?php
declare(strict_types=1);

namespace UcpHost\Pairing;

use UcpHost\Webhooks\WebhookPlan;

defined( 'ABSPATH' ) || exit;

/** Stored pairing with the service, in one option without autoload. */
final class Pairing {

	public const OPTION = 'ucp_host_pairing';

	private const FIELDS = array(
		'service_url',
		'service_name',
		'service_token',
		'store_slug',
		'store_name',
		'webhook_address',
		'webhook_secret',
		'manifest_url',
		'profile_url',
		'capabilities',
		'connector_token',
		'site_url',
		'code_hash',
		'paired_at',
	);

	/**
	 * @param array{cart: bool, order: bool, discount: bool, fulfillment: bool} $capabilities As last received from the service.
	 */
	public function __construct(
		public string $service_url,
		public string $service_name,
		/** Credential of the site at the service. Never to be logged. */
		public string $service_token,
		public string $store_slug,
		public string $store_name,
		public string $webhook_address,
		public string $webhook_secret,
		public string $manifest_url,
		/** Address of the official profile; empty until the service sends it. */
		public string $profile_url,
		public array $capabilities,
		/** Key of proofs. Never to be logged. */
		public string $connector_token,
		/** The address that was paired: a copy of the site has another one. */
		public string $site_url,
		public string $code_hash,
		public int $paired_at
	) {}

	public static function stored(): ?self {
		$stored = get_option( self::OPTION );
		return is_array( $stored ) ? self::of_array( $stored ) : null;
	}

	public static function of_array( array $stored ): ?self {
		// A pairing of before there were official profiles goes on.
		$fields = array_intersect_key( $stored + array( 'profile_url' => '' ), array_flip( self::FIELDS ) );
		return count( $fields ) === count( self::FIELDS ) ? new self( ...$fields ) : null;
	}

	/** @param array $answer The service's answer to a pair request, as `ServiceClient` has read it. */
	public static function begun_by( Attempt $attempt, array $answer, int $now ): self {
		return new self(
			$attempt->service_url,
			$answer['service_name'],
			$answer['service_token'],
			$answer['store']['slug'],
			$answer['store']['name'],
			$answer['webhook']['address'],
			$answer['webhook']['secret'],
			$answer['manifest_url'],
			$answer['profile_url'] ?? '',
			$answer['capabilities'],
			$attempt->connector_token,
			$attempt->site_url,
			$attempt->code_hash,
			$now
		);
	}

	/** @return array<string, mixed> */
	public function to_array(): array {
		return get_object_vars( $this );
	}

	public function store(): void {
		update_option( self::OPTION, $this->to_array(), false );
	}

	/** Reads what another request may have stored since this one began. */
	public static function reread(): ?self {
		wp_cache_delete( self::OPTION, 'options' );
		wp_cache_delete( 'notoptions', 'options' );
		return self::stored();
	}

	public function webhooks(): WebhookPlan {
		return new WebhookPlan( $this->webhook_address, $this->webhook_secret );
	}

	/** A service that moves wants its webhooks elsewhere. */
	public function with_webhooks( WebhookPlan $wanted ): self {
		$changed                  = clone $this;
		$changed->webhook_address = $wanted->address;
		$changed->webhook_secret  = $wanted->secret;
		return $changed;
	}

	/** Updates the store's name and capabilities from the service. */
	public function updated_by( array $status ): self {
		$updated               = clone $this;
		$updated->store_slug   = $status['store']['slug'];
		$updated->store_name   = $status['store']['name'];
		$updated->manifest_url = $status['manifest_url'];
		$updated->profile_url  = $status['profile_url'] ?? '';
		$updated->capabilities = $status['capabilities'];
		return $updated;
	}

	/** False on a copy of the site, such as a staging site: it must not speak for the shop. */
	public function is_of( string $site_url ): bool {
		return self::without_scheme( $this->site_url ) === self::without_scheme( $site_url );
	}

	private static function without_scheme( string $url ): string {
		return strtolower( (string) preg_replace( '#^https?://#i', '', $url ) );
	}
}
