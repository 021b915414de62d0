<?php
declare(strict_types=1);

namespace UcpHost\Admin;

defined( 'ABSPATH' ) || exit;

/** The store's health as the service saw it at the last check. */
final class ServiceHealth {

	/** @param array<int, array{aspect: string, state: string, since: int, reason: string, remedy: string}> $aspects */
	public static function show( array $aspects, int $asked_at ): void {
		$titles  = self::titles();
		$words   = self::words();
		$aspects = array_filter( $aspects, static fn( $aspect ) => isset( $titles[ $aspect['aspect'] ], $words[ $aspect['state'] ] ) );
		if ( ! $aspects ) {
			return;
		}
		echo '<h3>' . esc_html__( 'Health checks of the service', 'ucp-host' ) . '</h3><p>';
		/* translators: %s: such as "5 minutes ago" */
		printf( esc_html__( 'Last checked %s.', 'ucp-host' ), Markup::time( $asked_at ) ); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- escaped where it is made.
		echo '</p><ul class="ucp-host-checks">';
		foreach ( $aspects as $aspect ) {
			self::aspect( $titles[ $aspect['aspect'] ], $words[ $aspect['state'] ], $aspect );
		}
		echo '</ul>';
	}

	/** @param array{state: string, since: int, reason: string, remedy: string} $aspect */
	private static function aspect( string $title, string $word, array $aspect ): void {
		$is_good = array(
			'ok'      => true,
			'waiting' => null,
		);
		$looks   = array_key_exists( $aspect['state'], $is_good ) ? $is_good[ $aspect['state'] ] : false;
		echo '<li><div class="ucp-host-check"><h3>' . esc_html( $title ) . '</h3><p>';
		Markup::badge( $looks, $word );
		if ( 'waiting' !== $aspect['state'] && $aspect['since'] > 0 ) {
			/* translators: %s: such as "5 minutes ago" */
			printf( ' ' . esc_html__( 'Started %s.', 'ucp-host' ), Markup::time( $aspect['since'] ) ); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- escaped where it is made.
		}
		echo '</p>';
		if ( 'ok' !== $aspect['state'] && '' !== $aspect['reason'] . $aspect['remedy'] ) {
			echo '<p>' . esc_html( trim( $aspect['reason'] . ' ' . $aspect['remedy'] ) ) . '</p>';
		}
		echo '</div></li>';
	}

	/** @return array<string, string> Of the aspects that this version knows. */
	private static function titles(): array {
		return array(
			'shop'      => __( 'This shop answers', 'ucp-host' ),
			'access'    => __( 'Access to this shop', 'ucp-host' ),
			'events'    => __( 'Webhooks arrive', 'ucp-host' ),
			'catalog'   => __( 'Copy of the catalog', 'ucp-host' ),
			'discovery' => __( 'Discovery on your domain', 'ucp-host' ),
		);
	}

	/** @return array<string, string> */
	private static function words(): array {
		return array(
			'ok'      => __( 'OK', 'ucp-host' ),
			'waiting' => __( 'Not set up', 'ucp-host' ),
			'warning' => __( 'Needs attention', 'ucp-host' ),
			'failing' => __( 'Failing', 'ucp-host' ),
		);
	}
}
