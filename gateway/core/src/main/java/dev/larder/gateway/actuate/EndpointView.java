package dev.larder.gateway.actuate;

import java.util.function.Supplier;

/**
 * A view of the endpoint {@code larder}. Every bean of this type is available below the endpoint.
 *
 * @param name name of the view in the path
 * @param report returns what it shows now, to be written as JSON
 */
public record EndpointView(String name, Supplier<Object> report) {}
