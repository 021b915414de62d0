<?php
declare(strict_types=1);

namespace UcpHost\Discovery;

defined( 'ABSPATH' ) || exit;

/** For servers that answer `/.well-known/` by themselves, so that WordPress never sees the request. */
final class Recipes {

	/** @return array<string, array{title: string, text: string}> */
	public static function all( string $home_path, string $manifest_url ): array {
		$index = rtrim( $home_path, '/' ) . '/index.php';
		return array(
			'nginx'           => array(
				'title' => __( 'nginx: let WordPress answer', 'ucp-host' ),
				'text'  => "location ^~ /.well-known/ucp {\n    try_files \$uri $index?\$args;\n}",
			),
			'nginx-redirect'  => array(
				'title' => __( 'nginx: redirect without WordPress', 'ucp-host' ),
				'text'  => "location = /.well-known/ucp {\n    return 302 $manifest_url;\n}",
			),
			'apache'          => array(
				'title' => __( 'Apache: let WordPress answer (.htaccess, above the WordPress block)', 'ucp-host' ),
				'text'  => "<IfModule mod_rewrite.c>\nRewriteEngine On\nRewriteRule ^\\.well-known/ucp(/[0-9-]+)?$ $index [END]\n</IfModule>",
			),
			'apache-redirect' => array(
				'title' => __( 'Apache: redirect without WordPress (.htaccess)', 'ucp-host' ),
				'text'  => "Redirect 302 /.well-known/ucp $manifest_url",
			),
		);
	}
}
