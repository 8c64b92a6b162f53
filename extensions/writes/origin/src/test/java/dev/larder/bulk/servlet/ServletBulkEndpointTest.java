package dev.larder.bulk.servlet;

import dev.larder.bulk.BulkEndpointContract;
import java.util.List;

class ServletBulkEndpointTest extends BulkEndpointContract {

    @Override
    protected List<String> arguments() {
        return List.of(
                "--spring.main.web-application-type=servlet",
                "--spring.datasource.url=jdbc:h2:mem:servlet;MODE=PostgreSQL");
    }
}
