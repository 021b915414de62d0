<?php
declare(strict_types=1);

namespace UcpHost\Pairing;

defined( 'ABSPATH' ) || exit;

/** Proves that the answering site is the one that sent the code. */
final class Proof {

	/** Hex HMAC-SHA256. */
	public static function of( string $connector_token, string $challenge, string $site_url ): string {
		return hash_hmac( 'sha256', $challenge . "\n" . $site_url, $connector_token );
	}
}
