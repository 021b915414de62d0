<?php
declare(strict_types=1);

namespace UcpHost\Admin;

defined( 'ABSPATH' ) || exit;

/** Markup of the settings page's panels. Everything passed in is escaped here. */
final class Markup {

	public static function open_panel( string $id, string $title, ?array $said = null ): void {
		printf( '<section class="ucp-host-panel" id="ucp-host-%1$s" aria-labelledby="ucp-host-%1$s-title"><h2 id="ucp-host-%1$s-title">%2$s</h2>', esc_attr( $id ), esc_html( $title ) );
		if ( $said ) {
			self::notice( $said['kind'], $said['message'], $said['remedy'] );
		}
	}

	public static function close_panel(): void {
		echo '</section>';
	}

	/** @param string $kind ok, warning or problem. */
	public static function notice( string $kind, string $message, string $remedy = '' ): void {
		$looks = array(
			'ok'      => 'notice-success',
			'warning' => 'notice-warning',
			'problem' => 'notice-error',
		);
		printf(
			'<div class="notice inline %s" role="%s"><p>%s</p>%s</div>',
			esc_attr( $looks[ $kind ] ?? 'notice-info' ),
			'problem' === $kind ? 'alert' : 'status',
			esc_html( $message ),
			'' === $remedy ? '' : '<p><strong>' . esc_html__( 'How to fix it:', 'ucp-host' ) . '</strong> ' . esc_html( $remedy ) . '</p>'
		);
	}

	/** A form of one button, or the beginning of a longer one. */
	public static function open_form( string $action ): void {
		printf( '<form method="post" action="%s" class="ucp-host-form">', esc_url( admin_url( 'admin-post.php' ) ) );
		printf( '<input type="hidden" name="action" value="%s">', esc_attr( Actions::PREFIX . $action ) );
		wp_nonce_field( Actions::PREFIX . $action, '_wpnonce', true );
	}

	public static function button( string $action, string $text, string $spoken = '' ): void {
		self::open_form( $action );
		self::submit( $text, 'button', $spoken );
		echo '</form>';
	}

	public static function submit( string $text, string $look = 'button button-primary', string $spoken = '' ): void {
		printf(
			'<button type="submit" class="%s"%s>%s</button>',
			esc_attr( $look ),
			'' === $spoken ? '' : ' aria-label="' . esc_attr( $spoken ) . '"',
			esc_html( $text )
		);
	}

	/** @param bool|null $is_good Null: not known. */
	public static function badge( ?bool $is_good, string $text ): void {
		$look = null === $is_good ? 'unknown' : ( $is_good ? 'good' : 'bad' );
		printf( '<span class="ucp-host-badge ucp-host-badge-%s">%s</span>', esc_attr( $look ), esc_html( $text ) );
	}

	/** An address or a text to copy. */
	public static function copyable( string $id, string $label, string $text ): void {
		$lines = substr_count( $text, "\n" ) + 1;
		printf( '<label for="%s" class="ucp-host-label">%s</label><div class="ucp-host-copy">', esc_attr( $id ), esc_html( $label ) );
		if ( 1 === $lines ) {
			printf( '<input type="text" class="regular-text code" id="%s" readonly value="%s">', esc_attr( $id ), esc_attr( $text ) );
		} else {
			printf( '<textarea class="large-text code" id="%s" rows="%d" readonly>%s</textarea>', esc_attr( $id ), (int) $lines, esc_textarea( $text ) );
		}
		printf(
			'<button type="button" class="button" data-ucp-host-copy="%s" aria-label="%s">%s</button></div>',
			esc_attr( $id ),
			/* translators: %s: what is copied */
			esc_attr( sprintf( __( 'Copy: %s', 'ucp-host' ), $label ) ),
			esc_html__( 'Copy', 'ucp-host' )
		);
	}

	/** "5 minutes ago", with the exact time to be seen. */
	public static function time( int $instant ): string {
		/* translators: %s: such as "5 minutes" */
		$ago = sprintf( __( '%s ago', 'ucp-host' ), human_time_diff( $instant, time() ) );
		return sprintf( '<time datetime="%s" title="%s">%s</time>', esc_attr( gmdate( 'c', $instant ) ), esc_attr( wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), $instant ) ), esc_html( $ago ) );
	}
}
