package com.example.hello;

import dev.larder.gateway.autoconfigure.PropertyChecks;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of the extension.
 *
 * @param greeting What operators are greeted with.
 */
@ConfigurationProperties("larder.hello")
public record HelloProperties(@DefaultValue("Hello") String greeting) {

    public HelloProperties {
        PropertyChecks.that(!greeting.isBlank(), "larder.hello.greeting", greeting, "nobody is greeted by it", "Hello");
    }
}
