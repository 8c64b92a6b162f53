package dev.larder.gateway.describe;

import org.springframework.cloud.gateway.filter.GatewayFilter;

/** A filter that answers requests of its route by their key, of which the fields that filters before it set are a part. */
public interface KeyedFilter extends GatewayFilter {}
