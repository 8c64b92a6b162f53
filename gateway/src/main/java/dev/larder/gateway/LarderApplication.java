package dev.larder.gateway;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The executable gateway. */
@SpringBootApplication
public class LarderApplication {

    /** Starts the gateway; arguments are ordinary Spring Boot arguments. */
    public static void main(String[] args) {
        SpringApplication.run(LarderApplication.class, args);
    }
}
