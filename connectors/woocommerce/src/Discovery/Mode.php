<?php
declare(strict_types=1);

namespace UcpHost\Discovery;

defined( 'ABSPATH' ) || exit;

/** Merchant's setting for discovery on the shop's domain. */
final class Mode {

	public const OPTION   = 'ucp_host_discovery';
	public const OFF      = 'off';
	public const REDIRECT = 'redirect';
	/** This service's own manifest. */
	public const DIRECT = 'direct';
	/** The profile of official UCP, and its older versions. */
	public const PROFILE = 'profile';

	public static function chosen(): string {
		return self::of( get_option( self::OPTION ) );
	}

	/** @param mixed $stored */
	public static function of( $stored ): string {
		return in_array( $stored, array( self::OFF, self::REDIRECT, self::DIRECT, self::PROFILE ), true ) ? $stored : self::REDIRECT;
	}
}
