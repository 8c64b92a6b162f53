package dev.larder.gateway.actuate;

import java.util.function.Supplier;

/**
 * A view of the endpoint {@code larder}: every bean of this type is shown below it.
 *
 * @param name by which it is asked for
 * @param report what it shows now, to be written as JSON
 */
public record EndpointView(String name, Supplier<Object> report) {}
